-- The OpenCL C text of a group's kernel (fuse.lua).
--
--   codegen.kernel(group, stored, device) →
--     { name =, source =, arrays = { value, … }, global = { … }, ["local"] = { … } }
--
-- The kernel's arguments are its arrays: the root's first, then those that it reads. A work-item
-- computes one element of the root, or a row of it. Each operation is a statement of its own, with
-- FP_CONTRACT off, so that a fused kernel rounds exactly as the separate ones do.
--
-- The text is made by evaluating the root at the indices of the work-item: a value's evaluation
-- writes statements and gives the name of the variable that has the result. A *scope* is a block of
-- the text: the work-item's own, a loop's, or a branch's. A statement goes to the outermost loop
-- that has all the variables it needs, so that what does not change in a loop is computed before it.
local index = require "graph.index"
local text = require "graph.text"

local codegen = {}

-- Work-items of a group, where nothing else is asked for.
local GROUP_SIZE = 128

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

local evaluate = {}

-- The name of the variable, or the literal, that the value is at these indices.
function Kernel:evaluate(v, indices, scope)
  local kind = v.definition.kind
  local stored = self.stored[v] and v ~= self.root or kind == "input" or kind == "constant"
  if kind == "full" and not stored then return text.literal(v.attributes.value, v.dtype) end
  local keys = { "v" .. v.id }
  for i, one in ipairs(indices) do keys[i + 1] = one.key end
  local key = table.concat(keys, ";")
  local name = recall(scope, key)
  if name then return name end
  scope = home(scope, indices)
  if stored then
    name = self:load(scope, v, indices)
  else
    name = evaluate[kind](self, v, indices, scope)
  end
  scope.memo[key] = name
  return name
end

function evaluate.iota(kernel, v, indices, scope)
  local place = kernel:index_text(indices[v.attributes.axis + 1])
  return kernel:declare(scope, v, text.cast("int", v.dtype, "(" .. place .. ")"))
end

function evaluate.map(kernel, v, indices, scope)
  local operands = {}
  for i, input in ipairs(v.inputs) do operands[i] = kernel:evaluate(input, indices, scope) end
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
-- the indices of the axes.
function Kernel:loops(scope, loops, f)
  local function nest(outside, depth, found)
    if depth > #loops then return f(outside, found) end
    local loop = loops[depth]
    local inside = outside
    local name = self:fresh "r"
    local variable = index.variable(name, 0, loop.size - 1)
    if loop.size > 1 then inside = new_scope(outside, "loop", { [name] = true }) end
    local parts = index.unflatten(variable, loop.sizes)
    for i, axis in ipairs(loop.axes) do found[axis] = parts[i] end
    nest(inside, depth + 1, found)
    if inside ~= outside then
      close(outside, ("for (%s %s = 0; %s < %d; ++%s)"):format(text.index_type(loop.size), name, name, loop.size, name), inside)
    end
  end
  nest(scope, 1, {})
end

function evaluate.reduce(kernel, v, indices, scope)
  local definition, input = v.definition, v.inputs[1]
  local gone, axes = {}, v.attributes.axes
  for _, axis in ipairs(axes) do gone[axis + 1] = true end
  local best = kernel:fresh "sum"
  write(scope, "%s %s = %s;", text.type(input.dtype), best, definition.start(text, input.dtype))
  local place = definition.keeps_place and kernel:fresh "place"
  if place then write(scope, "int %s = 0;", place) end
  local loops = kernel:join_axes(v, axes, input.shape)
  kernel:loops(scope, loops, function(inside, found)
    local inner, next_kept, flat, sizes = {}, 1, {}, {}
    for axis, size in ipairs(input.shape) do
      if gone[axis] then
        inner[axis] = found[axis]
        flat[#flat + 1], sizes[#sizes + 1] = found[axis], size
      else
        inner[axis] = indices[next_kept]
        next_kept = next_kept + 1
      end
    end
    local element = kernel:evaluate(input, inner, inside)
    if place then
      local branch = new_scope(inside, "branch")
      write(branch, "%s = %s;", best, element)
      write(branch, "%s = %s;", place, kernel:index_text(index.flatten(flat, sizes)))
      close(inside, ("if (%s %s %s)"):format(element, definition.sign, best), branch)
    else
      write(inside, "%s = %s;", best, definition.step(text, input.dtype, best, element))
    end
  end)
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

-- Work-items count along three dimensions: the last loop is x; where there are more than three, the
-- first ones share z.
local function place_work_items(kernel, scope, loops, found)
  local global = {}
  local dimensions = math.min(#loops, 3)
  for d = 0, dimensions - 1 do
    local first = d == 2 and 1 or #loops - d
    local last = #loops - d
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
  return global
end

local function round_up(number, multiple) return (number + multiple - 1) // multiple * multiple end

-- Groups with as many work-items as are useful.
local function choose_group(global, device)
  local most = math.min(GROUP_SIZE, device.max_group_size)
  local group, rounded = {}, {}
  for d, size in ipairs(global) do
    group[d] = 1
    while group[d] * 2 <= most and group[d] < size do group[d] = group[d] * 2 end
    most = most // group[d]
    rounded[d] = round_up(size, group[d])
  end
  return rounded, group
end

local function write_kernel(group, stored, device, base, joined)
  local root = group.root
  local kernel = setmetatable({ root = root, stored = stored, base = base, joined = joined, names = {}, arrays = {},
                                count = 0, divisions = 0 }, Kernel)
  local scope = new_scope(nil, "item")
  kernel:array(root)
  local outer, inner = axes_of(root.shape, group.inner)
  local found = {}
  local global = place_work_items(kernel, scope, kernel:join_axes(root, outer, root.shape), found)
  -- The root is kept apart from what it may read of itself: a copy of an input.
  local source = root.definition.kind == "input" or root.definition.kind == "constant"
  kernel:loops(scope, kernel:join_axes(root, inner, root.shape), function(inside, more)
    local indices = {}
    for axis = 1, #root.shape do indices[axis] = more[axis] or found[axis] end
    local element
    if source then
      kernel.names[root], kernel.arrays[2] = "a1", root
      element = kernel:load(inside, root, indices)
    else
      element = kernel:evaluate(root, indices, inside)
    end
    write(inside, text.store(root.dtype, "a0", kernel:index_text(index.flatten(indices, root.shape)), element))
  end)
  kernel.scope = scope
  if #global == 0 then global[1] = 1 end
  kernel.global, kernel["local"] = choose_group(global, device)
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
  local list = candidates(group)
  local kernel = write_kernel(group, stored, device, base, join_all(list))
  if kernel.divisions == 0 or #list == 0 then return kernel end
  local chosen = {}
  kernel = write_kernel(group, stored, device, base, {})
  for _, pair in ipairs(list) do
    chosen[#chosen + 1] = pair
    local other = write_kernel(group, stored, device, base, join_all(chosen))
    if other.divisions <= kernel.divisions then
      kernel = other
    else
      chosen[#chosen] = nil
    end
  end
  return kernel
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
    parameters[i] = ("__global %s%s *a%d"):format(i > 1 and "const " or "", text.storage(v.dtype), i - 1)
  end
  local lines = { "#pragma OPENCL FP_CONTRACT OFF" }
  for _, v in ipairs(kernel.arrays) do
    if v.dtype == "double" then lines[1] = lines[1] .. "\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable" break end
  end
  lines[#lines + 1] = ("__kernel void %s(%s) {"):format(name, table.concat(parameters, ", "))
  for _, line in ipairs(kernel.scope.lines) do lines[#lines + 1] = "  " .. line end
  lines[#lines + 1] = "}\n"
  return { name = name, source = table.concat(lines, "\n"), arrays = kernel.arrays, global = kernel.global,
           ["local"] = kernel["local"] }
end

return codegen
