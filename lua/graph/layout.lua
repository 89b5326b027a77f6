-- How the elements of a kernel's root are shared among work-items.
--
--   layout.write(group, stored, device, base, joined) → a kernel, written
--
-- On GPUs a work-item has one element, or a group of work-items one row where rows are reduced; on CPUs
-- a work-item has a block of elements or rows; on the emulator one element, or one row.
local index = require "graph.index"
local kernel_module = require "graph.kernel"
local reduce = require "graph.reduce"
local text = require "graph.text"
local value = require "graph.value"

local new_scope, write, close = kernel_module.new_scope, kernel_module.write, kernel_module.close

local layout = {}

-- Work-items of a group, where nothing else is asked for.
local GROUP_SIZE = 128
-- On GPUs: elements of a work-item where there are many, and how many that is.
local SEVERAL = 4
local MANY = 1 << 18
-- On CPUs: work-items at most; elements for one at least; and columns of a block at least.
local MOST_BLOCKS = 128
local LEAST_WORK = 8192
local LEAST_COLUMNS = 256
local TILE = 32
local ACROSS = reduce.ACROSS

---The axes (from 0) that are not chosen, and those that are.
---@param shape integer[]
---@param chosen? table<integer, boolean> # by axis from 1
function layout.axes_of(shape, chosen)
  local inside, outside = {}, {}
  for axis = 0, #shape - 1 do
    local list = chosen and chosen[axis + 1] and inside or outside
    list[#list + 1] = axis
  end
  return outside, inside
end


local axes_of = layout.axes_of

-- How the elements are shared among work-items

-- One element, or one row, for each: work-items count along three dimensions, of which the first may be
-- taken already. The last loop is x; where there are more than three, the first ones share z. More
-- work-items than there are elements end at once, so that groups may have a good size. Gives how many
-- there are along each dimension.
local function one_each(kernel, scope, loops, found, first_dimension)
  local global = {}
  for d = first_dimension, math.min(#loops + first_dimension, 3) - 1 do
    local last = #loops - d + first_dimension
    local first = d == 2 and 1 or last
    local size, sizes = 1, {}
    for k = first, last do
      size = size * loops[k].size
      sizes[#sizes + 1] = loops[k].size
    end
    local name = "i" .. d
    write(scope, "const %s %s = get_global_id(%d);", kernel.index_type, name, d)
    write(scope, "if (%s >= %d) return;", name, size)
    local parts = index.unflatten(index.variable(name, 0, size - 1), sizes)
    for k = first, last do
      local places = index.unflatten(parts[k - first + 1], loops[k].sizes)
      for i, axis in ipairs(loops[k].axes) do found[axis] = places[i] end
    end
    global[d + 1] = size
  end
  if #global == 0 and first_dimension == 0 then
    write(scope, "if (get_global_id(0) > 0) return;")
    global[1] = 1
  end
  return global
end

-- Several elements for each, along x, as a GPU hides its memory's delay by: those of a group's work-items
-- lie beside each other, and each goes on by the size of the group. Gives the loops of a work-item.
local function several_each(kernel, scope, loops, found)
  local x, others = loops[#loops], table.move(loops, 1, #loops - 1, 1, {})
  local kind, each = kernel.index_type, GROUP_SIZE * SEVERAL
  local global = one_each(kernel, scope, others, found, 1)
  write(scope, "const %s from = (%s)get_group_id(0) * %d + (%s)get_local_id(0);", kind, kind, each, kind)
  write(scope, "const %s to = min((%s)get_group_id(0) * %d + %d, (%s)%d);", kind, kind, each, each, kind, x.size)
  kernel.global = { (x.size + each - 1) // each * GROUP_SIZE, global[2], global[3] }
  kernel["local"] = { GROUP_SIZE, global[2] and 1, global[3] and 1 }
  return { { size = x.size, sizes = x.sizes, axes = x.axes, from = "from", to = "to", step = ("%d"):format(GROUP_SIZE) } }
end

-- Whether there are so many elements that each work-item of a GPU may have several.
local function has_many(group, loops, device)
  if not device.gpu or group.inner or #loops == 0 or device.max_group_size < GROUP_SIZE then return false end
  return value.count(group.root.shape) >= MANY and loops[#loops].size >= GROUP_SIZE * SEVERAL
end

-- A row for each group, whose work-items share its elements.
local function one_for_each_group(kernel, scope, loops, found)
  local count, sizes = 1, {}
  for k, loop in ipairs(loops) do
    count = count * loop.size
    sizes[k] = loop.size
  end
  write(scope, "const int lid = get_local_id(0);")
  write(scope, "const %s row = get_group_id(0);", kernel.index_type)
  local parts = index.unflatten(index.variable("row", 0, count - 1), sizes)
  for k, loop in ipairs(loops) do
    local places = index.unflatten(parts[k], loop.sizes)
    for i, axis in ipairs(loop.axes) do found[axis] = places[i] end
  end
  kernel.global, kernel["local"] = { count * kernel.group_size }, { kernel.group_size }
end

-- For a CPU: so many work-items that all processors have work and none has little, each with loops
-- over a block of the elements, which the device's compiler makes vectors of. A loop is only cut where
-- those before it do not make enough work-items. Gives the loops of a work-item.
local function blocks(kernel, scope, loops, found, work, least_block)
  local total = work
  for _, loop in ipairs(loops) do total = total * loop.size end
  local wanted = math.max(1, math.min(MOST_BLOCKS, total // LEAST_WORK))
  local rows, depth, sizes = 1, 0, {}
  while depth < #loops - 1 and rows * loops[depth + 1].size <= wanted do
    depth = depth + 1
    rows = rows * loops[depth].size
    sizes[depth] = loops[depth].size
  end
  local cut = loops[depth + 1]
  local count = cut and math.max(math.min(wanted // rows, cut.size // least_block), 1) or 1
  local block = cut and (cut.size + count - 1) // count or 1
  count = cut and (cut.size + block - 1) // block or 1
  kernel.global, kernel["local"] = { rows * count }, { 1 }
  local item = index.variable("item", 0, rows * count - 1)
  if rows * count > 1 then write(scope, "const %s item = get_global_id(0);", kernel.index_type) end
  local parts = index.unflatten(index.div(item, count), sizes)
  for k = 1, depth do
    local places = index.unflatten(parts[k], loops[k].sizes)
    for i, axis in ipairs(loops[k].axes) do found[axis] = places[i] end
  end
  local own = {}
  if cut then
    local mine = { size = cut.size, sizes = cut.sizes, axes = cut.axes }
    if count > 1 then
      local kind = kernel.index_type
      write(scope, "const %s from = (%s)(%s) * %d;", kind, kind, kernel:index_text(index.mod(item, count)), block)
      write(scope, "const %s to = min(from + %d, (%s)%d);", kind, block, kind, cut.size)
      mine.from, mine.to = "from", "to"
    end
    own[1] = mine
    for k = depth + 2, #loops do own[#own + 1] = loops[k] end
  end
  return own
end

-- The axis (from 1) along which the root's operands lie in the memory, where that is another one than
-- the root's last: a transposed array is read in tiles, of which each line of the memory is read once.
local function tile_axis(group, stored, base)
  local root, last, found = group.root, nil, nil
  for axis, size in ipairs(root.shape) do
    if size > 1 then last = axis end
  end
  if not last or group.inner then return nil end
  for v, uses in pairs(group.uses) do
    if (stored[v] or v.definition.kind == "input" or v.definition.kind == "constant") and not group.owns[v] and base(v) == v then
      for _, indices in ipairs(uses.list) do
        local flat = index.flatten(indices, v.shape)
        local step = index.step(flat, "i" .. last - 1)
        if not step or math.abs(step) > 1 then
          for axis = 1, last - 1 do
            if root.shape[axis] >= TILE and index.step(flat, "i" .. axis - 1) == 1 then found = math.max(found or 0, axis) end
          end
        end
      end
    end
  end
  return root.shape[last] >= TILE and found or nil
end

-- Tiles of two loops, x and that of the axis; the others are flattened. Gives the loops of a work-item.
local function tiles(kernel, scope, loops, found, axis)
  local others, sizes, rows, x, y = {}, {}, 1, loops[#loops], nil
  for k = 1, #loops - 1 do
    local loop, innermost = loops[k], nil
    for i, size in ipairs(loop.sizes) do
      if size > 1 then innermost = loop.axes[i] end
    end
    if innermost == axis then
      y = loop
    else
      others[#others + 1], sizes[#sizes + 1], rows = loop, loop.size, rows * loop.size
    end
  end
  if not y then return nil end
  local count = (y.size + TILE - 1) // TILE
  kernel.global, kernel["local"] = { rows * count }, { 1 }
  local kind = kernel.index_type
  write(scope, "const %s item = get_global_id(0);", kind)
  local item = index.variable("item", 0, rows * count - 1)
  for k, part in ipairs(index.unflatten(index.div(item, count), sizes)) do
    for i, place in ipairs(index.unflatten(part, others[k].sizes)) do found[others[k].axes[i]] = place end
  end
  write(scope, "const %s from = (%s) * %d;", kind, kernel:index_text(index.mod(item, count)), TILE)
  write(scope, "const %s to = min(from + %d, (%s)%d);", kind, TILE, kind, y.size)
  return {
    { name = "first", size = x.size, sizes = {}, axes = {}, step = ("%d"):format(TILE) },
    { size = y.size, sizes = y.sizes, axes = y.axes, from = "from", to = "to" },
    { size = x.size, sizes = x.sizes, axes = x.axes, from = "first", to = ("min(first + %d, (%s)%d)"):format(TILE, kind, x.size) },
  }
end

local function round_up(number, multiple) return (number + multiple - 1) // multiple * multiple end

-- Groups with as many work-items as are useful.
local function choose_group(kernel, global)
  local most = math.min(GROUP_SIZE, kernel.device.max_group_size)
  local group, rounded = {}, {}
  for d, size in ipairs(global) do
    group[d] = 1
    while group[d] * 2 <= most and group[d] < size do group[d] = group[d] * 2 end
    most = most // group[d]
    rounded[d] = round_up(size, group[d])
  end
  kernel.global, kernel["local"] = rounded, group
end

-- How many elements are reduced for each element of the root, at most.
local function reduced(group)
  local most, trailing, has_place = 1, true, false
  for v in pairs(group.members) do
    if v.definition.kind == "reduce" then
      has_place = has_place or v.definition.keeps_place
      local shape, axes = v.inputs[1].shape, v.attributes.axes
      most = math.max(most, value.count(shape) // math.max(value.count(v.shape), 1))
      trailing = trailing and axes[#axes] == #shape - 1
    end
  end
  return most, trailing, has_place
end

-- The size of a group that takes a row, where a GPU has long rows; else nil.
local function row_group(group, device)
  if not device.gpu or not group.inner then return nil end
  local length, trailing = reduced(group)
  local rows = value.count(group.root.shape)
  if length < 64 or not trailing and rows >= 1024 then return nil end
  local size = 32
  while size * 2 <= math.min(256, device.max_group_size) and size * 2 <= length do size = size * 2 end
  return size
end

-- Writes the elements of the root, and of the group's other results, at the indices that were found.
local function write_results(kernel, scope, found, guard)
  local root, indices, element = kernel.root, {}, nil
  for axis = 1, #root.shape do indices[axis] = found[axis] end
  if root.definition.kind == "input" or root.definition.kind == "constant" then
    -- A copy: the array is there twice.
    kernel.names[root], kernel.arrays[2] = "a1", root
    element = kernel:load(scope, root, indices)
  else
    element = kernel:evaluate(root, indices, scope)
  end
  -- Before any of them is stored: what waits in the root's row is read there.
  local others = {}
  for i, v in ipairs(kernel.group.also) do others[i] = kernel:evaluate(v, indices, scope) end
  local at = kernel:index_text(index.flatten(indices, root.shape))
  write(scope, "%s%s", guard, text.store(root.dtype, "a0", at, element))
  for i, v in ipairs(kernel.group.also) do
    write(scope, "%s%s", guard, text.store(v.dtype, kernel:array(v), at, others[i]))
  end
end

-- The columns of a work-item, ACROSS at a time.
local function write_across(kernel, scope, loops, inner_loops)
  local x = table.remove(loops)
  kernel.width = x.size
  kernel:loops(scope, loops, function(outside, found)
    local kind = kernel.index_type
    local block = new_scope(outside, "loop", { first = true })
    kernel.block = block
    write(block, "const int n = (int)min(%s - first, (%s)%d);", x.to or ("(%s)%d"):format(kind, x.size), kind, ACROSS)
    for i, part in ipairs(index.unflatten(index.variable("x", 0, x.size - 1), x.sizes)) do found[x.axes[i]] = part end
    for axis, one in pairs(kernel.found) do found[axis] = found[axis] or one end
    kernel.found = found
    kernel:loops(block, inner_loops, function(inside, more)
      for axis, one in pairs(found) do more[axis] = more[axis] or one end
      kernel:columns(inside, function(column) write_results(kernel, column, more, "") end)
    end)
    close(outside, ("for (%s first = %s; first < %s; first += %d)"):format(kind, x.from or "0", x.to or ("%d"):format(x.size), ACROSS), block)
  end)
end

-- Whether all reductions are of rows that run across the memory.
local function runs_across(group, outer_loops)
  local _, trailing, has_place = reduced(group)
  local last = outer_loops[#outer_loops]
  return group.inner and not trailing and not has_place and last and last.size >= 8
         and last.axes[#last.axes] == #group.root.shape
end

local function write_kernel(group, stored, device, base, joined, group_size)
  local root = group.root
  local kernel = kernel_module.new(group, stored, device, base, joined)
  local scope = new_scope(nil, "item")
  local outer, inner = axes_of(root.shape, group.inner)
  local outer_loops, inner_loops = kernel:join_axes(root, outer, root.shape), kernel:join_axes(root, inner, root.shape)
  local found, loops, across = {}, nil, false
  kernel.group_size, kernel.lanes, kernel.found, kernel.scope = group_size, not device.gpu and not device.checks, found, scope
  if group_size then
    one_for_each_group(kernel, scope, outer_loops, found)
    loops = kernel:turns(inner_loops)
  elseif kernel.lanes then
    local work = reduced(group)
    for _, loop in ipairs(inner_loops) do work = math.max(work, loop.size) end
    across = runs_across(group, outer_loops)
    local axis = tile_axis(group, stored, base)
    loops = axis and tiles(kernel, scope, outer_loops, found, axis) or blocks(kernel, scope, outer_loops, found, work, across and LEAST_COLUMNS or 1)
    if not across then table.move(inner_loops, 1, #inner_loops, #loops + 1, loops) end
  elseif has_many(group, outer_loops, device) then
    loops = several_each(kernel, scope, outer_loops, found)
  else
    choose_group(kernel, one_each(kernel, scope, outer_loops, found, 0))
    loops = inner_loops
  end
  if across then
    write_across(kernel, scope, loops, inner_loops)
  else
    kernel:loops(scope, loops, function(inside, more)
      for axis, one in pairs(found) do more[axis] = more[axis] or one end
      kernel.found = more
      write_results(kernel, inside, more, group_size and #loops == 0 and "if (lid == 0) " or "")
    end)
  end
  return kernel
end

---@param group table
---@param stored table<table, boolean>
---@param device gpu.Device
---@param base fun(v: table): table
---@param joined table
function layout.write(group, stored, device, base, joined)
  return write_kernel(group, stored, device, base, joined, row_group(group, device))
end

return layout
