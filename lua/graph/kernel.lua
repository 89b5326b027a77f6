-- A kernel's text while it is written: values, indices and scopes become OpenCL C.
--
-- The text is made by evaluating values at indices: an evaluation writes statements and gives the name
-- of the variable that has the result. A *scope* is a block of the text: the work-item's own, a loop's,
-- or a branch's. A statement goes to the outermost loop that has all the variables it needs, so that
-- what does not change in a loop is computed before it; what was computed in a scope is known in all
-- scopes within.
--
--   kernel.new(group, stored, device, base, joined) → a kernel
--   kernel.evaluate[kind](kernel, v, indices, scope) → a name; reduce.lua adds that of reductions
local index = require "graph.index"
local text = require "graph.text"
local value = require "graph.value"

local kernel_module = {}

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

-- The type of indices: one for all, as an index of a small array may be a part of a large one's.
local function index_type(group)
  local most = value.count(group.root.shape)
  for v in pairs(group.uses) do most = math.max(most, value.count(v.shape)) end
  return text.index_type(most)
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
  local stored = self.stored[v] and not self.group.owns[v] or kind == "input" or kind == "constant"
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

-- Whether a result needs the value where it is itself: another one would find a result in its place.
local function is_needed_in_place(group, v)
  for _, indices in ipairs(group.uses[v].list) do
    local same = true
    for axis, one in ipairs(indices) do same = same and one.key == group.indices[axis].key end
    if same then return true end
  end
  return false
end

-- What is costly, and is needed in a reduction of a row and once more for the row's results, waits in
-- the root's own row in between: as exp(x - max) of softmax. The work-item that stores it reads it.
function Kernel:keep(v, indices, scope, name)
  local group = self.group
  if v ~= self.kept then
    if self.kept or not v.definition.costly or not group.inner or next(group.inner) == nil or v.dtype ~= self.root.dtype
      or v.dtype == "bool" or #group.uses[v].list ~= 2 or not value.same_shape(v.shape, self.root.shape)
      or not is_needed_in_place(group, v) then return end
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
    if not self.stored[v] or self.group.owns[v] then
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
  return kernel:declare(scope, v, v.definition.text(kernel.text, dtype, table.unpack(operands)))
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
  write(branch, "const %s %s = (%s)%s;", kernel.index_type, at, kernel.index_type, place)
  for i = 1, #data.shape do
    outer[i] = i <= axis and indices[i] or indices[i + #places.shape - 1]
  end
  outer[axis + 1] = index.dependent(at, 0, size - 1, variables)
  write(branch, "%s = %s;", name, kernel:evaluate(data, outer, branch))
  close(scope, ("if (%s >= 0 && %s < %d)"):format(place, place, size), branch)
  return name
end

-- Loops, one within the other, over axes that may have been joined; f gets the innermost scope and
-- the indices of the axes. A loop may have limits and a step of its own, in C, and a name: { from =, to =, step =, name = }.
-- (Where the step is known as a number, it is `by`, too.)
function Kernel:loops(scope, loops, f)
  local function nest(outside, depth, found)
    if depth > #loops then return f(outside, found) end
    local loop = loops[depth]
    local inside, name = outside, loop.name or self:fresh "r"
    local variable = index.variable(name, 0, loop.size - 1)
    if loop.size > 1 then inside = new_scope(outside, "loop", { [name] = true }) end
    local parts = #loop.axes > 0 and index.unflatten(variable, loop.sizes) or {}
    for i, axis in ipairs(loop.axes) do found[axis] = parts[i] end
    nest(inside, depth + 1, found)
    if inside ~= outside then
      close(outside, ("for (%s %s = %s; %s < %s; %s += %s)"):format(self.index_type, name, loop.from or "0", name,
                                                                   loop.to or ("%d"):format(loop.size), name, loop.step or "1"), inside)
    end
  end
  nest(scope, 1, {})
end

-- The loop over the columns of a block.
function Kernel:columns(scope, f)
  local column = new_scope(scope, "loop", { x = true })
  write(column, "const %s x = first + l;", self.index_type)
  f(column)
  close(scope, "for (int l = 0; l < n; ++l)", column)
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
  return { { size = size, sizes = sizes, axes = axes, from = "lid", step = ("%d"):format(self.group_size), by = self.group_size } }
end

function Kernel:declare_local(dtype, name)
  self.locals[#self.locals + 1] = ("__local %s %s[%d];"):format(dtype, name, self.group_size)
end

-- The element of the product of matrices that a library's kernel has computed.
function evaluate.library(kernel) return kernel.product end

---@param group table # of fuse.lua
---@param stored table<table, boolean> # values that are in arrays
---@param device gpu.Device
---@param base fun(v: table): table # what a reshaped value is stored as
---@param joined table<table, table<integer, boolean>> # value → axis (from 1) that is joined to the one before
function kernel_module.new(group, stored, device, base, joined)
  local kernel = setmetatable({ root = group.root, stored = stored, base = base, joined = joined, names = {}, arrays = {},
                                count = 0, divisions = 0, device = device, locals = {}, group = group, depths = {}, index_type = index_type(group),
                                text = text.of(device) }, Kernel)
  kernel:array(group.root)
  for _, v in ipairs(group.also) do kernel:array(v) end
  return kernel
end

kernel_module.new_scope, kernel_module.write, kernel_module.close = new_scope, write, close
kernel_module.key_of = key_of
kernel_module.evaluate = evaluate

return kernel_module
