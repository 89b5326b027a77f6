-- The OpenCL C text of a group's kernel (fuse.lua).
--
--   codegen.kernel(group, stored, device) →
--     { name =, source =, arrays = { value, … }, global = { … }, ["local"] = { … } }
--
-- The kernel's arguments are its arrays: the root's first, then those that it reads. What a work-item
-- computes depends on the device: on GPUs one element of the root, and a group takes a row where rows
-- are reduced; on CPUs a block of elements or rows; on the emulator one element or row. Each operation is a statement of its own, with
-- FP_CONTRACT off, so that a fused kernel rounds exactly as the separate ones do.
--
-- The text is made by evaluating the root at the indices of the work-item: a value's evaluation
-- writes statements and gives the name of the variable that has the result. A *scope* is a block of
-- the text: the work-item's own, a loop's, or a branch's. A statement goes to the outermost loop
-- that has all the variables it needs, so that what does not change in a loop is computed before it.
local index = require "graph.index"
local text = require "graph.text"
local value = require "graph.value"

local codegen = {}

-- Work-items of a group, where nothing else is asked for.
local GROUP_SIZE = 128
-- On CPUs: sums that are added to side by side; work-items at most; and elements for one at least.
local LANES = 16
local ACROSS = 1024
local LEAST_COLUMNS = 256
local MOST_BLOCKS = 128
local LEAST_WORK = 8192

-- Scopes

local function new_scope(parent, kind, variables)
  return { parent = parent, kind = kind, variables = variables or {}, lines = {}, memo = {} }
end

local function write(scope, format, ...)
  scope.lines[#scope.lines + 1] = select("#", ...) > 0 and format:format(...) or format
end

-- The block of a scope, indented, goes to another one.
local function close(into, header, scope)
  write(into, "%s {", header)
  for _, line in ipairs(scope.lines) do into.lines[#into.lines + 1] = "  " .. line end
  into.lines[#into.lines + 1] = "}"
end

-- The outermost scope where something at these indices can be computed.
local function home(scope, indices)
  while scope.kind == "loop" do
    for _, one in ipairs(indices) do
      for name in pairs(one.variables) do
        if scope.variables[name] then return scope end
      end
    end
    scope = scope.parent
  end
  return scope
end

local function is_in_branch(scope)
  while scope do
    if scope.kind == "branch" then return true end
    scope = scope.parent
  end
  return false
end

local function recall(scope, key)
  while scope do
    local name = scope.memo[key]
    if name then return name end
    scope = scope.parent
  end
end

-- The kernel that is being written

local Kernel = {}
Kernel.__index = Kernel

function Kernel:fresh(prefix)
  self.count = self.count + 1
  return prefix .. self.count
end

-- The name of an array among the arguments.
function Kernel:array(v)
  v = self.base(v)
  local name = self.names[v]
  if not name then
    name = "a" .. #self.arrays
    self.names[v] = name
    self.arrays[#self.arrays + 1] = v
  end
  return name
end

function Kernel:index_text(one)
  if index.divides(one) then self.divisions = self.divisions + 1 end
  return index.text(one)
end

function Kernel:declare(scope, v, expression)
  local name = self:fresh "x"
  write(scope, "%s %s = %s;", text.type(v.dtype), name, expression)
  return name
end

function Kernel:load(scope, v, indices)
  local flat = index.flatten(indices, v.shape)
  local array = self:array(v)
  return self:declare(scope, v, text.load(v.dtype, array, self:index_text(flat)))
end

local function key_of(v, indices)
  local keys = { "v" .. v.id }
  for i, one in ipairs(indices) do keys[i + 1] = one.key end
  return table.concat(keys, ";")
end

local evaluate = {}

-- The name of the variable, or the literal, that the value is at these indices.
function Kernel:evaluate(v, indices, scope)
  local kind = v.definition.kind
  local stored = self.stored[v] and v ~= self.root or kind == "input" or kind == "constant"
  if kind == "full" and not stored then return text.literal(v.attributes.value, v.dtype) end
  local key = key_of(v, indices)
  local name = recall(scope, key)
  if name then return name end
  scope = home(scope, indices)
  if stored then
    name = self:load(scope, v, indices)
  elseif self.kept == v and not self.reducing then
    name = self:declare(scope, v, text.load(v.dtype, "a0", self:index_text(index.flatten(indices, v.shape))))
  else
    name = evaluate[kind](self, v, indices, scope)
    if self.reducing then self:keep(v, indices, scope, name) end
  end
  scope.memo[key] = name
  return name
end

-- What is costly, and is needed in a reduction of a row and once more for the row's results, waits in
-- the root's own row in between: as exp(x - max) of softmax. The work-item that stores it reads it.
function Kernel:keep(v, indices, scope, name)
  local group = self.group
  if v ~= self.kept then
    if self.kept or not v.definition.costly or not group.inner or next(group.inner) == nil or v.dtype ~= self.root.dtype
      or v.dtype == "bool" or #group.uses[v].list ~= 2 or not value.same_shape(v.shape, self.root.shape) then return end
    -- At every element of the row, and in the same order as the results.
    for axis, one in ipairs(indices) do
      local expected = group.inner[axis] and self.reducing[axis] or self.found[axis]
      if not expected or one.key ~= expected.key then return end
    end
    if is_in_branch(scope) then return end
    self.kept = v
  end
  write(scope, "%s", text.store(v.dtype, "a0", self:index_text(index.flatten(indices, v.shape)), name))
end

function evaluate.iota(kernel, v, indices, scope)
  local place = kernel:index_text(indices[v.attributes.axis + 1])
  return kernel:declare(scope, v, text.cast("int", v.dtype, "(" .. place .. ")"))
end

-- How many reductions come one after the other on the way to a value.
function Kernel:depth(v)
  local depth = self.depths[v]
  if not depth then
    depth = 0
    if not (self.stored[v] and v ~= self.root) then
      for _, input in ipairs(v.inputs) do depth = math.max(depth, self:depth(input)) end
    end
    if v.definition.kind == "reduce" then depth = depth + 1 end
    self.depths[v] = depth
  end
  return depth
end

-- What needs most reductions comes first: these may leave something in the row for the others
-- (Kernel:keep).
function evaluate.map(kernel, v, indices, scope)
  local operands, order = {}, {}
  for i in ipairs(v.inputs) do order[i] = i end
  table.sort(order, function(a, b)
    local one, other = kernel:depth(v.inputs[a]), kernel:depth(v.inputs[b])
    if one ~= other then return one > other end
    return a < b
  end)
  for _, i in ipairs(order) do operands[i] = kernel:evaluate(v.inputs[i], indices, scope) end
  if v.definition.name == "cast" then
    return kernel:declare(scope, v, text.cast(v.inputs[1].dtype, v.dtype, operands[1]))
  end
  local dtype = v.definition.name == "where" and v.dtype or v.inputs[1].dtype
  return kernel:declare(scope, v, v.definition.text(text, dtype, table.unpack(operands)))
end

-- The tests that are not always true, in C; nil where one never is.
local function conditions(kernel, tests)
  local parts = {}
  for _, test in ipairs(tests) do
    local one, lo, hi = test[1], test[2], test[3]
    if one.hi < lo or one.lo > hi then return nil end
    if one.lo < lo then parts[#parts + 1] = ("%s >= %d"):format(kernel:index_text(one), lo) end
    if one.hi > hi then parts[#parts + 1] = ("%s <= %d"):format(kernel:index_text(one), hi) end
    if test.divisor and test.divisor > 1 then
      parts[#parts + 1] = ("(%s) %% %d == 0"):format(kernel:index_text(one), test.divisor)
    end
  end
  return parts
end

function evaluate.view(kernel, v, indices, scope)
  local pieces = v.definition.pieces(v, indices)
  if #pieces == 1 and #pieces[1].tests == 0 then
    return kernel:evaluate(v.inputs[pieces[1].input], pieces[1].indices, scope)
  end
  local name = kernel:declare(scope, v, text.literal(v.attributes.value or 0, v.dtype))
  local word = "if"
  for _, piece in ipairs(pieces) do
    local tests = conditions(kernel, piece.tests)
    if tests then
      local branch = new_scope(scope, "branch")
      local element = kernel:evaluate(v.inputs[piece.input], piece.indices, branch)
      write(branch, "%s = %s;", name, element)
      close(scope, #tests > 0 and ("%s (%s)"):format(word, table.concat(tests, " && "))
                   or word == "if" and "" or "else", branch)
      word = "else if"
      if #tests == 0 then break end
    end
  end
  return name
end

function evaluate.gather(kernel, v, indices, scope)
  local data, places = v.inputs[1], v.inputs[2]
  local axis, inner, outer, variables = v.attributes.axis, {}, {}, {}
  for i = 1, #places.shape do
    inner[i] = indices[axis + i]
    for name in pairs(inner[i].variables) do variables[name] = true end
  end
  local place = kernel:evaluate(places, inner, scope)
  local size, name = data.shape[axis + 1], kernel:declare(scope, v, text.literal(0, v.dtype))
  local branch = new_scope(scope, "branch")
  local at = kernel:fresh "at"
  write(branch, "const int %s = (int)%s;", at, place)
  for i = 1, #data.shape do
    outer[i] = i <= axis and indices[i] or indices[i + #places.shape - 1]
  end
  outer[axis + 1] = index.dependent(at, 0, size - 1, variables)
  write(branch, "%s = %s;", name, kernel:evaluate(data, outer, branch))
  close(scope, ("if (%s >= 0 && %s < %d)"):format(place, place, size), branch)
  return name
end

-- Loops, one within the other, over axes that may have been joined; f gets the innermost scope and
-- the indices of the axes. A loop may have limits of its own: { from =, to = }, in C.
function Kernel:loops(scope, loops, f)
  local function nest(outside, depth, found)
    if depth > #loops then return f(outside, found) end
    local loop = loops[depth]
    local inside, name = outside, self:fresh "r"
    local variable = index.variable(name, 0, loop.size - 1)
    if loop.size > 1 then inside = new_scope(outside, "loop", { [name] = true }) end
    local parts = index.unflatten(variable, loop.sizes)
    for i, axis in ipairs(loop.axes) do found[axis] = parts[i] end
    nest(inside, depth + 1, found)
    if inside ~= outside then
      close(outside, ("for (%s %s = %s; %s < %s; %s += %s)"):format(text.index_type(loop.size), name, loop.from or "0", name,
                                                                   loop.to or ("%d"):format(loop.size), name, loop.step or "1"), inside)
    end
  end
  nest(scope, 1, {})
end

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
    close(scope, ("if (%s %s %s)"):format(element, definition.sign, best), branch)
  else
    write(scope, "%s = %s;", best, definition.step(text, dtype, best, element))
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
    close(inside, ("for (int %s = 0; %s < %d; ++%s)"):format(lane, lane, LANES, lane), innermost)
    close(outside, ("for (%s %s = 0; %s < %d; %s += %d)"):format(text.index_type(last.size), first, first, whole, first, LANES), inside)
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
  if is_in_branch(scope) then kernel.diverges = true end
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
    write(adds, "if (%s %s %s[lid] || (%s == %s[lid] && %s < %s[lid])) {", best, v.definition.sign, part, best, part, place, part_place)
    write(adds, "  %s[lid] = %s;", part, best)
    write(adds, "  %s[lid] = %s;", part_place, place)
    write(adds, "}")
  else
    write(adds, "%s[lid] = %s;", part, v.definition.step(text, dtype, part .. "[lid]", best))
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
  if is_in_branch(scope) then kernel.diverges = true end
  write(block, "%s %s[%d];", text.type(input.dtype), results, ACROSS)
  write(block, "for (int l = 0; l < n; ++l) %s[l] = %s;", results, definition.start(text, input.dtype))
  kernel:loops(block, kernel:join_axes(v, v.attributes.axes, input.shape), function(inside, found)
    kernel:columns(inside, function(column)
      add_element(kernel, v, results .. "[l]", nil, column, operand(kernel, v, indices, found, column))
    end)
  end)
  return results .. "[l]"
end

-- The loop over the columns of a block.
function Kernel:columns(scope, f)
  local column = new_scope(scope, "loop", { x = true })
  write(column, "const %s x = first + l;", text.index_type(self.width))
  f(column)
  close(scope, "for (int l = 0; l < n; ++l)", column)
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
  local last = loops[#loops]
  if kernel.group_size then
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

-- Joining axes

-- Loops over these axes (from 0): neighbours are one loop where the plan says so.
function Kernel:join_axes(v, axes, shape)
  local loops = {}
  for _, axis in ipairs(axes) do
    local size, last = shape[axis + 1], loops[#loops]
    local joins = last and self.joined[v] and self.joined[v][axis + 1]
    if size > 1 or not last then
      if joins then
        last.size = last.size * size
        last.axes[#last.axes + 1] = axis + 1
        last.sizes[#last.sizes + 1] = size
      else
        loops[#loops + 1] = { size = size, axes = { axis + 1 }, sizes = { size } }
      end
    else
      last.axes[#last.axes + 1] = axis + 1
      last.sizes[#last.sizes + 1] = 1
    end
  end
  return loops
end

-- The whole kernel

local function axes_of(shape, chosen)
  local inside, outside = {}, {}
  for axis = 0, #shape - 1 do
    local list = chosen and chosen[axis + 1] and inside or outside
    list[#list + 1] = axis
  end
  return outside, inside
end

-- How the elements are shared among work-items

-- One element, or one row, for each: work-items count along three dimensions. The last loop is x;
-- where there are more than three, the first ones share z. More work-items than there are elements
-- end at once, so that groups may have a good size.
local function one_each(kernel, scope, loops, found)
  local global = {}
  for d = 0, math.min(#loops, 3) - 1 do
    local first, last = d == 2 and 1 or #loops - d, #loops - d
    local size, sizes = 1, {}
    for k = first, last do
      size = size * loops[k].size
      sizes[#sizes + 1] = loops[k].size
    end
    local name = "i" .. d
    write(scope, "const %s %s = get_global_id(%d);", text.index_type(size), name, d)
    write(scope, "if (%s >= %d) return;", name, size)
    local parts = index.unflatten(index.variable(name, 0, size - 1), sizes)
    for k = first, last do
      local places = index.unflatten(parts[k - first + 1], loops[k].sizes)
      for i, axis in ipairs(loops[k].axes) do found[axis] = places[i] end
    end
    global[d + 1] = size
  end
  if #global == 0 then
    write(scope, "if (get_global_id(0) > 0) return;")
    global[1] = 1
  end
  return global
end

-- A row for each group, whose work-items share its elements.
local function one_for_each_group(kernel, scope, loops, found)
  local count, sizes = 1, {}
  for k, loop in ipairs(loops) do
    count = count * loop.size
    sizes[k] = loop.size
  end
  write(scope, "const int lid = get_local_id(0);")
  write(scope, "const %s row = get_group_id(0);", text.index_type(count))
  local parts = index.unflatten(index.variable("row", 0, count - 1), sizes)
  for k, loop in ipairs(loops) do
    local places = index.unflatten(parts[k], loop.sizes)
    for i, axis in ipairs(loop.axes) do found[axis] = places[i] end
  end
  kernel.global, kernel["local"] = { count * kernel.group_size }, { kernel.group_size }
end

-- The elements of loops, in turns of a group's work-items: one loop over all.
function Kernel:turns(loops)
  local size, sizes, axes = 1, {}, {}
  for _, loop in ipairs(loops) do
    size = size * loop.size
    for i, axis in ipairs(loop.axes) do
      axes[#axes + 1] = axis
      sizes[#sizes + 1] = loop.sizes[i]
    end
  end
  if size == 1 then return {} end
  return { { size = size, sizes = sizes, axes = axes, from = "lid", step = ("%d"):format(self.group_size) } }
end

function Kernel:declare_local(dtype, name)
  self.locals[#self.locals + 1] = ("__local %s %s[%d];"):format(dtype, name, self.group_size)
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
  if rows * count > 1 then write(scope, "const int item = get_global_id(0);") end
  local parts = index.unflatten(index.div(item, count), sizes)
  for k = 1, depth do
    local places = index.unflatten(parts[k], loops[k].sizes)
    for i, axis in ipairs(loops[k].axes) do found[axis] = places[i] end
  end
  local own = {}
  if cut then
    local mine = { size = cut.size, sizes = cut.sizes, axes = cut.axes }
    if count > 1 then
      local kind = text.index_type(cut.size)
      write(scope, "const %s from = (%s)(%s) * %d;", kind, kind, kernel:index_text(index.mod(item, count)), block)
      write(scope, "const %s to = min(from + %d, (%s)%d);", kind, block, kind, cut.size)
      mine.from, mine.to = "from", "to"
    end
    own[1] = mine
    for k = depth + 2, #loops do own[#own + 1] = loops[k] end
  end
  return own
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

local function new_kernel(group, stored, device, base, joined)
  local kernel = setmetatable({ root = group.root, stored = stored, base = base, joined = joined, names = {}, arrays = {},
                                count = 0, divisions = 0, device = device, locals = {}, group = group, depths = {} }, Kernel)
  kernel:array(group.root)
  return kernel
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

-- Writes the element of the root at the indices that were found.
local function write_root(kernel, scope, found, guard)
  local root, indices, element = kernel.root, {}, nil
  for axis = 1, #root.shape do indices[axis] = found[axis] end
  if root.definition.kind == "input" or root.definition.kind == "constant" then
    -- A copy: the array is there twice.
    kernel.names[root], kernel.arrays[2] = "a1", root
    element = kernel:load(scope, root, indices)
  else
    element = kernel:evaluate(root, indices, scope)
  end
  write(scope, "%s%s", guard, text.store(root.dtype, "a0", kernel:index_text(index.flatten(indices, root.shape)), element))
end

-- The columns of a work-item, ACROSS at a time.
local function write_across(kernel, scope, loops, inner_loops)
  local x = table.remove(loops)
  kernel.width = x.size
  kernel:loops(scope, loops, function(outside, found)
    local kind = text.index_type(x.size)
    local block = new_scope(outside, "loop", { first = true })
    kernel.block = block
    write(block, "const int n = (int)min(%s - first, (%s)%d);", x.to or ("(%s)%d"):format(kind, x.size), kind, ACROSS)
    for i, part in ipairs(index.unflatten(index.variable("x", 0, x.size - 1), x.sizes)) do found[x.axes[i]] = part end
    for axis, one in pairs(kernel.found) do found[axis] = found[axis] or one end
    kernel.found = found
    kernel:loops(block, inner_loops, function(inside, more)
      for axis, one in pairs(found) do more[axis] = more[axis] or one end
      kernel:columns(inside, function(column) write_root(kernel, column, more, "") end)
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

local function write_kernel(group, stored, device, base, joined, group_size, within_lines)
  local root = group.root
  local kernel = new_kernel(group, stored, device, base, joined)
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
    across = not within_lines and runs_across(group, outer_loops)
    loops = blocks(kernel, scope, outer_loops, found, work, across and LEAST_COLUMNS or 1)
    if not across then table.move(inner_loops, 1, #inner_loops, #loops + 1, loops) end
  else
    choose_group(kernel, one_each(kernel, scope, outer_loops, found))
    loops = inner_loops
  end
  if across then
    write_across(kernel, scope, loops, inner_loops)
  else
    kernel:loops(scope, loops, function(inside, more)
      for axis, one in pairs(found) do more[axis] = more[axis] or one end
      kernel.found = more
      write_root(kernel, inside, more, group_size and #loops == 0 and "if (lid == 0) " or "")
    end)
  end
  if kernel.diverges then return write_kernel(group, stored, device, base, joined, nil, true) end
  return kernel
end

-- All pairs of neighbours that could be joined: { value, axis from 1 }.
local function candidates(group)
  local pairs_found = {}
  local function add(v, axes, shape)
    for i = 2, #axes do
      if axes[i] == axes[i - 1] + 1 and shape[axes[i] + 1] > 1 then
        pairs_found[#pairs_found + 1] = { v, axes[i] + 1 }
      end
    end
  end
  local outer, inner = axes_of(group.root.shape, group.inner)
  add(group.root, outer, group.root.shape)
  add(group.root, inner, group.root.shape)
  local reductions = {}
  for v in pairs(group.members) do
    if v.definition.kind == "reduce" then reductions[#reductions + 1] = v end
  end
  table.sort(reductions, function(a, b) return a.id < b.id end)
  for _, v in ipairs(reductions) do add(v, v.attributes.axes, v.inputs[1].shape) end
  return pairs_found
end

local function join_all(list)
  local joined = {}
  for _, pair in ipairs(list) do
    joined[pair[1]] = joined[pair[1]] or {}
    joined[pair[1]][pair[2]] = true
  end
  return joined
end

-- Neighbouring axes become one loop where no division comes of it: a sum of two [64, 64] arrays is
-- one of [4096]. First all at once, which mostly works; else one pair after the other.
local function best_joined(group, stored, device, base)
  local list, group_size = candidates(group), row_group(group, device)
  local kernel = write_kernel(group, stored, device, base, join_all(list), group_size)
  if kernel.divisions == 0 or #list == 0 then return kernel end
  local chosen = {}
  kernel = write_kernel(group, stored, device, base, {}, group_size)
  for _, pair in ipairs(list) do
    chosen[#chosen + 1] = pair
    local other = write_kernel(group, stored, device, base, join_all(chosen), group_size)
    if other.divisions <= kernel.divisions then
      kernel = other
    else
      chosen[#chosen] = nil
    end
  end
  return kernel
end

-- The element of the product of matrices that a library's kernel has computed.
function evaluate.library(kernel) return kernel.product end

---What is done to each element of a product of matrices before it is stored, as library/matmul.lua
---wants it, and the arrays that it reads besides.
---@param group table
---@param stored table<table, boolean>
---@param device gpu.Device
---@param base fun(v: table): table
---@param first integer # the number of the first of these arrays among the step's inputs
function codegen.epilogue(group, stored, device, base, first)
  local root, product = group.root, group.library
  local kernel = new_kernel(group, stored, device, base, {})
  local function write_text(element, batch, row, column, at)
    local scope, indices = new_scope(nil, "item"), {}
    local sizes = table.move(product.shape, 1, #product.shape, 1, {})
    if #sizes == 2 then table.insert(sizes, 1, 1) end
    for axis, name in ipairs { batch, row, column } do indices[axis] = index.variable(name, 0, sizes[axis] - 1) end
    kernel.product = element
    local result = kernel:evaluate(root, index.reshape(indices, sizes, root.shape), scope)
    write(scope, "%s", text.store(root.dtype, "out", at, result))
    return table.concat(scope.lines, "\n")
  end
  -- Once to see which arrays there are.
  write_text("value", "batch", "row", "column", "at")
  local parameters, arguments = {}, {}
  for i = 2, #kernel.arrays do
    parameters[i - 1] = ("__global const %s *restrict a%d"):format(text.storage(kernel.arrays[i].dtype), i - 1)
    arguments[i - 1] = { input = first + i - 2 }
  end
  return { dtype = root.dtype, parameters = table.concat(parameters, ", "), arguments = arguments, text = write_text },
         table.move(kernel.arrays, 2, #kernel.arrays, 1, {})
end

-- "graph_add_exp": the first operations of the group, from the operands to the root.
local function name_of(group)
  local members = {}
  for v in pairs(group.members) do
    local kind = v.definition.kind
    if kind == "map" or kind == "reduce" or kind == "gather" then members[#members + 1] = v end
  end
  table.sort(members, function(a, b) return a.id < b.id end)
  local names = {}
  for i, v in ipairs(members) do
    if i <= 4 then names[i] = v.definition.name end
  end
  if #members > 4 then names[5] = "and_" .. #members - 4 end
  if #names == 0 then return "graph_copy_" .. group.root.definition.name end
  return "graph_" .. table.concat(names, "_")
end

---@param group table
---@param stored table<table, boolean>
---@param device gpu.Device
---@param base fun(v: table): table
function codegen.kernel(group, stored, device, base)
  local kernel = best_joined(group, stored, device, base)
  local name = name_of(group)
  local parameters = {}
  for i, v in ipairs(kernel.arrays) do
    parameters[i] = ("__global %s%s *restrict a%d"):format(i > 1 and "const " or "", text.storage(v.dtype), i - 1)
  end
  local lines = { "#pragma OPENCL FP_CONTRACT OFF" }
  for _, v in ipairs(kernel.arrays) do
    if v.dtype == "double" then lines[1] = lines[1] .. "\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable" break end
  end
  lines[#lines + 1] = ("__kernel void %s(%s) {"):format(name, table.concat(parameters, ", "))
  for _, line in ipairs(kernel.locals) do lines[#lines + 1] = "  " .. line end
  for _, line in ipairs(kernel.scope.lines) do lines[#lines + 1] = "  " .. line end
  lines[#lines + 1] = "}\n"
  return { name = name, source = table.concat(lines, "\n"), arrays = kernel.arrays, global = kernel.global,
           ["local"] = kernel["local"] }
end

return codegen
