-- Reductions in a kernel's text: by one work-item, by a CPU's vectors, or by a group of work-items.
--
-- Adds evaluate.reduce to kernel.lua. What a kernel does depends on how its elements are shared
-- (layout.lua): kernel.group_size, kernel.lanes and kernel.block say so.
local index = require "graph.index"
local kernel_module = require "graph.kernel"
local text = require "graph.text"
local value = require "graph.value"

local new_scope, write, close = kernel_module.new_scope, kernel_module.write, kernel_module.close
local key_of, evaluate = kernel_module.key_of, kernel_module.evaluate

local reduce = {
  LANES = 16,    -- sums that a CPU adds to side by side
  ACROSS = 1024, -- columns whose results a work-item of a CPU keeps at a time
}
local LANES, ACROSS = reduce.LANES, reduce.ACROSS

-- The indices of a reduction's operand, and the place of the element among those that are reduced.
local function inner_indices(v, indices, found)
  local inner, next_kept, flat, sizes, gone = {}, 1, {}, {}, {}
  for _, axis in ipairs(v.attributes.axes) do gone[axis + 1] = true end
  for axis, size in ipairs(v.inputs[1].shape) do
    if gone[axis] then
      inner[axis] = found[axis]
      flat[#flat + 1], sizes[#sizes + 1] = found[axis], size
    else
      inner[axis] = indices[next_kept]
      next_kept = next_kept + 1
    end
  end
  return inner, index.flatten(flat, sizes)
end

-- The element of a reduction's operand there, and its place.
local function operand(kernel, v, indices, found, scope)
  local inner, at = inner_indices(v, indices, found)
  local before = kernel.reducing
  kernel.reducing = inner
  local element = kernel:evaluate(v.inputs[1], inner, scope)
  kernel.reducing = before
  return element, at
end

-- One step of a reduction: the next element joins the result so far.
local function add_element(kernel, v, best, place, scope, element, at)
  local definition, dtype = v.definition, v.inputs[1].dtype
  if place then
    local branch = new_scope(scope, "branch")
    write(branch, "%s = %s;", best, element)
    write(branch, "%s = %s;", place, kernel:index_text(at))
    close(scope, ("if (%s)"):format(definition.better(dtype, element, best)), branch)
  else
    write(scope, "%s = %s;", best, definition.step(kernel.text, dtype, best, element))
  end
end

-- Floats are added up in LANES sums, which a CPU adds to at once by its vectors: its compiler may not
-- change the order of additions itself. In the end the sums are added up.
local function reduce_in_lanes(kernel, v, indices, scope, loops, best)
  local definition, dtype = v.definition, v.inputs[1].dtype
  local last = loops[#loops]
  local lanes, start = kernel:fresh "lanes", definition.start(text, dtype)
  write(scope, "%s %s[%d];", text.type(dtype), lanes, LANES)
  write(scope, "for (int l = 0; l < %d; ++l) %s[l] = %s;", LANES, lanes, start)
  local outer_loops = table.move(loops, 1, #loops - 1, 1, {})
  local whole = last.size // LANES * LANES
  kernel:loops(scope, outer_loops, function(outside, found)
    local first, lane = kernel:fresh "r", kernel:fresh "l"
    local inside = new_scope(outside, "loop", { [first] = true })
    local innermost = new_scope(inside, "loop", { [lane] = true })
    local variable = index.variable(first, 0, whole - LANES) + index.variable(lane, 0, LANES - 1)
    local parts = index.unflatten(variable, last.sizes)
    for i, axis in ipairs(last.axes) do found[axis] = parts[i] end
    add_element(kernel, v, ("%s[%s]"):format(lanes, lane), nil, innermost, operand(kernel, v, indices, found, innermost))
    close(inside, ("for (%s %s = 0; %s < %d; ++%s)"):format(kernel.index_type, lane, lane, LANES, lane), innermost)
    close(outside, ("for (%s %s = 0; %s < %d; %s += %d)"):format(kernel.index_type, first, first, whole, first, LANES), inside)
    if whole < last.size then
      local rest = { size = last.size, sizes = last.sizes, axes = last.axes, from = ("%d"):format(whole) }
      kernel:loops(outside, { rest }, function(scope_of_rest, more)
        for axis, one in pairs(found) do more[axis] = more[axis] or one end
        add_element(kernel, v, best, nil, scope_of_rest, operand(kernel, v, indices, more, scope_of_rest))
      end)
    end
  end)
  local adding = new_scope(scope, "loop", { l = true })
  add_element(kernel, v, best, nil, adding, lanes .. "[l]")
  close(scope, ("for (int l = 0; l < %d; ++l)"):format(LANES), adding)
end

-- Work-items of a group take the elements in turns, and add up what they have in local memory.
local function reduce_by_group(kernel, v, indices, scope, loops, best, place)
  local dtype, group_size = v.inputs[1].dtype, kernel.group_size
  kernel:loops(scope, kernel:turns(loops), function(inside, found)
    add_element(kernel, v, best, place, inside, operand(kernel, v, indices, found, inside))
  end)
  local part = kernel:fresh "part"
  kernel:declare_local(text.type(dtype), part)
  local part_place = place and kernel:fresh "part"
  if place then kernel:declare_local("int", part_place) end
  write(scope, "%s[lid] = %s;", part, best)
  if place then write(scope, "%s[lid] = %s;", part_place, place) end
  write(scope, "barrier(CLK_LOCAL_MEM_FENCE);")
  local halves, adds = new_scope(scope, "loop"), new_scope(nil, "branch")
  write(adds, "%s = %s[lid + half_size];", best, part)
  if place then
    -- Of equal elements the first counts.
    write(adds, "%s = %s[lid + half_size];", place, part_place)
    write(adds, "if (%s || (%s == %s[lid] && %s < %s[lid])) {", v.definition.better(dtype, best, part .. "[lid]"), best, part, place,
          part_place)
    write(adds, "  %s[lid] = %s;", part, best)
    write(adds, "  %s[lid] = %s;", part_place, place)
    write(adds, "}")
  else
    write(adds, "%s[lid] = %s;", part, v.definition.step(kernel.text, dtype, part .. "[lid]", best))
  end
  close(halves, "if (lid < half_size)", adds)
  write(halves, "barrier(CLK_LOCAL_MEM_FENCE);")
  close(scope, ("for (int half_size = %d; half_size > 0; half_size /= 2)"):format(group_size // 2), halves)
  write(scope, "%s = %s[0];", best, part)
  if place then write(scope, "%s = %s[0];", place, part_place) end
end

-- Where rows run across the memory, a CPU goes through it in its order: for ACROSS columns at a time,
-- whose results are in an array, element l of which belongs to the column x of the innermost loop.
local function reduce_across(kernel, v, indices, scope)
  local definition, input, block = v.definition, v.inputs[1], kernel.block
  local results = kernel:fresh "sums"
  write(block, "%s %s[%d];", text.type(input.dtype), results, ACROSS)
  write(block, "for (int l = 0; l < n; ++l) %s[l] = %s;", results, definition.start(text, input.dtype))
  kernel:loops(block, kernel:join_axes(v, v.attributes.axes, input.shape), function(inside, found)
    kernel:columns(inside, function(column)
      add_element(kernel, v, results .. "[l]", nil, column, operand(kernel, v, indices, found, column))
    end)
  end)
  return results .. "[l]"
end

function evaluate.reduce(kernel, v, indices, scope)
  local definition, input = v.definition, v.inputs[1]
  if kernel.block then
    local name = reduce_across(kernel, v, indices, scope)
    -- For all loops over columns.
    kernel.block.memo[key_of(v, indices)] = name
    return name
  end
  local best = kernel:fresh "sum"
  write(scope, "%s %s = %s;", text.type(input.dtype), best, definition.start(text, input.dtype))
  local place = definition.keeps_place and kernel:fresh "place"
  if place then write(scope, "int %s = 0;", place) end
  local loops = kernel:join_axes(v, v.attributes.axes, input.shape)
  local last, count = loops[#loops], 1
  for _, loop in ipairs(loops) do count = count * loop.size end
  -- A single element would be added by each work-item of a group: they all have it.
  if kernel.group_size and count > 1 then
    reduce_by_group(kernel, v, indices, scope, loops, best, place)
  elseif kernel.lanes and not place and value.is_float(input.dtype) and last and last.size >= 2 * LANES then
    reduce_in_lanes(kernel, v, indices, scope, loops, best)
  else
    kernel:loops(scope, loops, function(inside, found)
      add_element(kernel, v, best, place, inside, operand(kernel, v, indices, found, inside))
    end)
  end
  return place or best
end

return reduce
