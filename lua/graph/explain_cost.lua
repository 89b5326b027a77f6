-- What groups of values (fuse.lua) cost, found from the values alone: for explain.lua.
--
--   cost.elements_read(group, v)   how many elements of an array it reads: each at most once
--   cost.arithmetic(group)         operations on elements, estimated; nil: an operation of the user's
--   cost.single_groups(outputs, order) → groups, stored, reasons, of the graph without fusing
--   cost.arrays_read(group, stored), cost.bytes(group, stored) → reads, writes
local fuse = require "graph.fuse"
local library = require "graph.library"
local value = require "graph.value"

local cost = {}

function cost.bytes_of(v, elements) return value.bytes_of(v.dtype) * elements end

function cost.is_source(v)
  local kind = v.definition.kind
  return kind == "input" or kind == "constant"
end

-- Whether the kernel of the library that a group has reads the array.
local function is_operand(group, v)
  for _, operand in ipairs(group.library and library.operands(group.library) or {}) do
    if fuse.base(operand) == v then return true end
  end
  return false
end

-- How many elements of an array a group reads: each at most once.
function cost.elements_read(group, v)
  local times = fuse.evaluations(group, v)
  local count = value.count(v.shape)
  if v == group.root or is_operand(group, v) then return count end
  return times > 0 and times < count and times or count
end

-- Of those with kernels of their own, for all results together.
local of_library = {
  matmul = function(v)
    local shape = v.inputs[1].shape
    return 2 * value.count(v.shape) * shape[#shape]
  end,
  cumsum = function(v) return value.count(v.shape) end,
  scatter_add = function(v) return value.count(v.inputs[3].shape) end,
  argsort = function(v)
    local length, comparisons = v.shape[#v.shape], 0
    while length > 1 << comparisons do comparisons = comparisons + 1 end
    return value.count(v.shape) * comparisons
  end,
}

-- Of one result of an operation.
local function work_of(v)
  if v.definition.kind == "map" then return 1 end
  local count = value.count(v.shape)
  return count > 0 and value.count(v.inputs[1].shape) // count or 0
end

function cost.arithmetic(group)
  local root, total = group.root, 0
  if root.definition.kind == "custom" then return nil end
  for v in pairs(group.members) do
    local kind = v.definition.kind
    if kind == "map" or kind == "reduce" then total = total + fuse.evaluations(group, v) * work_of(v) end
  end
  if group.library then total = total + of_library[group.library.definition.name](group.library) end
  return total
end

-- Groups without a program

local function custom_bytes(v)
  local reads, writes = 0, 0
  for _, input in ipairs(v.inputs) do reads = reads + cost.bytes_of(input, value.count(input.shape)) end
  for _, result in ipairs(v.attributes.results) do writes = writes + cost.bytes_of(result, value.count(result.shape)) end
  return reads, writes
end

-- A group for each operation that has anything to do.
function cost.single_groups(outputs, order)
  local all, stored, reasons = fuse.groups(outputs, order, { fuses = false })
  local groups = {}
  for _, group in ipairs(all) do
    if group.root.definition.kind == "custom" or value.count(group.root.shape) > 0 then groups[#groups + 1] = group end
  end
  return groups, stored, reasons
end

-- The values whose arrays a group reads, each once.
function cost.arrays_read(group, stored)
  local root, found, seen = group.root, {}, {}
  local function add(v)
    if not seen[v] then found[#found + 1] = v end
    seen[v] = true
  end
  local operands = root.definition.kind == "custom" and root.inputs or group.library and library.operands(group.library)
  for _, input in ipairs(operands or {}) do add(fuse.base(input)) end
  for v in pairs(group.uses) do
    if cost.is_source(v) or stored[v] and v ~= root then add(v) end
  end
  table.sort(found, function(a, b) return a.id < b.id end)
  return found
end

-- The bytes that a group reads and writes, found from its values alone.
function cost.bytes(group, stored)
  local root = group.root
  if root.definition.kind == "custom" then return custom_bytes(root) end
  local reads = 0
  for _, v in ipairs(cost.arrays_read(group, stored)) do
    reads = reads + cost.bytes_of(v, cost.elements_read(group, v))
  end
  return reads, cost.bytes_of(root, value.count(root.shape))
end

return cost
