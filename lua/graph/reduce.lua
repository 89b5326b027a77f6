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
  CHUNK = 4096,  -- floats that are added to one sum, one after the other
}
local LANES, ACROSS, CHUNK = reduce.LANES, reduce.ACROSS, reduce.CHUNK

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

-- Long sums: more floats than CHUNK in one sum would lose what is small beside it, and all of it from 2^24
-- ones on. So there are sums of chunks, sums of these, …: a tree with few levels.

-- A loop as two: over chunks of so many turns, and over a chunk.
local function cut(kernel, loop, turns)
  local first, by = kernel:fresh "first", loop.by or 1
  local whole = { name = first, size = loop.size, sizes = {}, axes = {}, by = turns * by, step = ("%d"):format(turns * by) }
  local chunk = {}
  for field, of in pairs(loop) do chunk[field] = of end
  chunk.from = loop.from and first .. " + " .. loop.from or first
  chunk.to = ("min(%s + %d, (%s)%d)"):format(first, turns * by, kernel.index_type, loop.size)
  return whole, chunk
end

-- The loops in lists, the outermost first; those of each list have `most` turns at most.
local function in_levels(kernel, loops, most)
  local levels, level, turns, left = {}, {}, 1, table.move(loops, 1, #loops, 1, {})
  while #left > 0 do
    local loop = table.remove(left)
    local own = (loop.size - 1) // (loop.by or 1) + 1
    local fits, inner = turns * own <= most, loop
    if not fits then -- its chunks may
      left[#left + 1], inner = loop, nil
      if most // turns > 1 then left[#left], inner = cut(kernel, loop, most // turns) end
    end
    if inner then table.insert(level, 1, inner) end
    if fits then
      turns = turns * own
    else
      table.insert(levels, 1, level)
      level, turns = {}, 1
    end
  end
  table.insert(levels, 1, level)
  return levels
end

-- Sums of floats alone become others by another order.
local function levels_of(kernel, v, loops, most)
  if v.definition.name ~= "sum" or not value.is_float(v.dtype) then return { loops } end
  return in_levels(kernel, loops, most)
end

local function join_indices(found, more)
  for axis, one in pairs(more) do found[axis] = found[axis] or one end
  return found
end

-- Adds what loops go over to a sum. `sums` has declare(scope), which gives the name of a sum that has
-- nothing yet, join(scope, sum, part), and add(scope, sum, loops, found) for the innermost level.
local function add_up(kernel, sums, scope, sum, levels, found, depth)
  depth = depth or 1
  if depth == #levels then return sums.add(scope, sum, levels[depth], found) end
  kernel:loops(scope, levels[depth], function(inside, more)
    local part = sums.declare(inside)
    add_up(kernel, sums, inside, part, levels, join_indices(more, found), depth + 1)
    sums.join(inside, sum, part)
  end)
end

-- Sums in a variable each; `add` is the innermost level.
local function single_sums(kernel, v, add)
  local dtype = v.inputs[1].dtype
  return {
    declare = function(scope)
      local part = kernel:fresh "sum"
      write(scope, "%s %s = %s;", text.type(dtype), part, v.definition.start(text, dtype))
      return part
    end,
    join = function(scope, sum, part) add_element(kernel, v, sum, nil, scope, part) end,
    add = add,
  }
end

-- One element after the other.
local function reduce_serially(kernel, v, indices, scope, loops, best, place)
  local function add(inside, sum, innermost, found)
    kernel:loops(inside, innermost, function(body, more)
      add_element(kernel, v, sum, place, body, operand(kernel, v, indices, join_indices(more, found), body))
    end)
  end
  add_up(kernel, single_sums(kernel, v, add), scope, best, levels_of(kernel, v, loops, CHUNK), {})
end

-- What is left of the last loop behind the last whole vector.
local function rest_of(loop, whole)
  local from = ("%d"):format(whole)
  return { size = loop.size, sizes = loop.sizes, axes = loop.axes, to = loop.to,
           from = loop.from and ("max(%s, %s)"):format(loop.from, from) or from }
end

-- Floats are added up in LANES sums, which a CPU adds to at once by its vectors: its compiler may not
-- change the order of additions itself. In the end the sums are added up.
local function add_in_lanes(kernel, v, indices, scope, best, loops, so_far)
  local definition, dtype = v.definition, v.inputs[1].dtype
  local last = loops[#loops]
  local lanes, start = kernel:fresh "lanes", definition.start(text, dtype)
  write(scope, "%s %s[%d];", text.type(dtype), lanes, LANES)
  write(scope, "for (int l = 0; l < %d; ++l) %s[l] = %s;", LANES, lanes, start)
  local outer_loops = table.move(loops, 1, #loops - 1, 1, {})
  local whole = last.size // LANES * LANES
  kernel:loops(scope, outer_loops, function(outside, found)
    join_indices(found, so_far)
    local first, lane = kernel:fresh "r", kernel:fresh "l"
    local inside = new_scope(outside, "loop", { [first] = true })
    local innermost = new_scope(inside, "loop", { [lane] = true })
    local variable = index.variable(first, 0, whole - LANES) + index.variable(lane, 0, LANES - 1)
    local parts = index.unflatten(variable, last.sizes)
    for i, axis in ipairs(last.axes) do found[axis] = parts[i] end
    add_element(kernel, v, ("%s[%s]"):format(lanes, lane), nil, innermost, operand(kernel, v, indices, found, innermost))
    close(inside, ("for (%s %s = 0; %s < %d; ++%s)"):format(kernel.index_type, lane, lane, LANES, lane), innermost)
    local to = last.to and ("min(%s, (%s)%d)"):format(last.to, kernel.index_type, whole) or ("%d"):format(whole)
    close(outside, ("for (%s %s = %s; %s < %s; %s += %d)"):format(kernel.index_type, first, last.from or "0", first, to, first, LANES), inside)
    if whole < last.size then
      kernel:loops(outside, { rest_of(last, whole) }, function(scope_of_rest, more)
        add_element(kernel, v, best, nil, scope_of_rest, operand(kernel, v, indices, join_indices(more, found), scope_of_rest))
      end)
    end
  end)
  local adding = new_scope(scope, "loop", { l = true })
  add_element(kernel, v, best, nil, adding, lanes .. "[l]")
  close(scope, ("for (int l = 0; l < %d; ++l)"):format(LANES), adding)
end

local function reduce_in_lanes(kernel, v, indices, scope, loops, best)
  local function add(inside, sum, innermost, found) add_in_lanes(kernel, v, indices, inside, sum, innermost, found) end
  add_up(kernel, single_sums(kernel, v, add), scope, best, levels_of(kernel, v, loops, CHUNK * LANES), {})
end

-- Work-items of a group take the elements in turns, and add up what they have in local memory.
local function reduce_by_group(kernel, v, indices, scope, loops, best, place)
  local dtype, group_size = v.inputs[1].dtype, kernel.group_size
  reduce_serially(kernel, v, indices, scope, kernel:turns(loops), best, place)
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
  local function for_columns(inside, format, ...)
    write(inside, "for (int l = 0; l < n; ++l) " .. format .. ";", ...)
  end
  local function declare(inside)
    local results = kernel:fresh "sums"
    write(inside, "%s %s[%d];", text.type(input.dtype), results, ACROSS)
    for_columns(inside, "%s[l] = %s", results, definition.start(text, input.dtype))
    return results
  end
  local function join(inside, sum, part)
    for_columns(inside, "%s[l] = %s", sum, definition.step(kernel.text, input.dtype, sum .. "[l]", part .. "[l]"))
  end
  local function add(inside, sum, loops, found)
    kernel:loops(inside, loops, function(body, more)
      kernel:columns(body, function(column)
        add_element(kernel, v, sum .. "[l]", nil, column, operand(kernel, v, indices, join_indices(more, found), column))
      end)
    end)
  end
  local loops = kernel:join_axes(v, v.attributes.axes, input.shape)
  local results = declare(block)
  add_up(kernel, { declare = declare, join = join, add = add }, block, results, levels_of(kernel, v, loops, CHUNK), {})
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
    reduce_serially(kernel, v, indices, scope, loops, best, place)
  end
  return place or best
end

return reduce
