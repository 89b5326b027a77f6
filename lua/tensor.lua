---@meta tensor
-- What `require "tensor"` gives to specs, told to editors that complete Lua
-- (lua-language-server). The module is built into the workbench: a function with
-- a body here is this body, the others are in C. docs/tensors.md is the manual.
-- Elements, axes and lanes count from 0.

---@alias tensor.Shape integer|integer[] # sizes, outermost first

---@class tensor
---@operator call(integer): number
---@operator add(tensor|number): tensor
---@operator sub(tensor|number): tensor
---@operator mul(tensor|number): tensor
---@operator div(tensor|number): tensor
---@operator idiv(tensor|number): tensor
---@operator mod(tensor|number): tensor
---@operator pow(tensor|number): tensor
---@operator unm: tensor
---@operator len: integer
local tensor = {}

-- Errors are the caller's: they name no place of this file (level 0).
local function check(value, name)
  if not tensor.is(value) then
    error("bad argument #1 to '" .. name .. "' (tensor expected, got " .. type(value) .. ")", 0)
  end
end

-- The type without its lanes, and those.
local function split(name) return name:match("^(%a+)(%d*)$") end

local function is_float(scalar)
  return scalar == "float" or scalar == "double" or scalar == "half"
end

-- The shape with another length along an axis. With 1 it is that of what a reduction
-- leaves, so that this goes together with the whole again.
local function with_length(self, axis, length)
  local shape = self:shape()
  self:size(axis) -- complains of an axis that there is not
  shape[(axis < 0 and axis + self:rank() or axis) + 1] = length
  return shape
end

-- Making

---Zeros, or all `value`.
---@param type string
---@param shape tensor.Shape
---@param value? number
---@return tensor
function tensor.new(type, shape, value) end

---@param type string
---@param shape tensor.Shape
---@return tensor
function tensor.zeros(type, shape) end

---@param type string
---@param shape tensor.Shape
---@return tensor
function tensor.ones(type, shape) end

---@param type string
---@param shape tensor.Shape
---@param value number
---@return tensor
function tensor.full(type, shape, value) end

---The model's type and shape.
---@param model tensor
---@param value? number
---@return tensor
function tensor.like(model, value) end

---From nested lists.
---@param type string
---@param list table
---@return tensor
function tensor.from(type, list) end

---Element (i, j, …) is f(i, j, …), from 0.
---@param type string
---@param shape tensor.Shape
---@param f fun(...: integer): number, ...
---@return tensor
function tensor.build(type, shape, f) end

---@param type string
---@param shape tensor.Shape
---@param first? number
---@param step? number
---@return tensor
function tensor.range(type, shape, first, step) end

---Uniform, bounds included.
---@param type string
---@param shape tensor.Shape
---@param seed integer
---@param low? number
---@param high? number
---@return tensor
function tensor.random(type, shape, seed, low, high) end

---Distinct values in an order without pattern.
---@param type string
---@param shape tensor.Shape
---@param seed? integer
---@return tensor
function tensor.asymmetric(type, shape, seed) end

---0 … count - 1, shuffled.
---@param type string
---@param shape tensor.Shape
---@param seed integer
---@return tensor
function tensor.permutation(type, shape, seed) end

---Vectors from their lanes: of 2, 3, 4, 8 or 16 tensors.
---@param a tensor
---@param b tensor
---@param ... tensor
---@return tensor
function tensor.pack(a, b, ...) end

---@param value any
---@return boolean
function tensor.is(value) end

-- Looking

---The element there, from 0; for vectors, its lanes.
---@param self tensor
---@param ... integer
---@return number, ...
function tensor.at(self, ...) end

---Indices from 0, then the value.
---@param self tensor
---@param ... number
function tensor.set(self, ...) end

---Every element becomes that of the other, which has the same type and shape.
---@param self tensor
---@param other tensor
function tensor.assign(self, other) end

---@param self tensor
---@return string
function tensor.type(self) end

---@param self tensor
---@return integer[]
function tensor.shape(self) end

---@param self tensor
---@param axis? integer
---@return integer
function tensor.size(self, axis) end

---@param self tensor
---@return integer
function tensor.rank(self) end

---@param self tensor
---@return integer
function tensor.count(self) end

---for i, value in t:each() do; i from 0.
---@param self tensor
---@return fun(): integer, number
function tensor.each(self) end

---Nested Lua lists, which count from 1.
---@param self tensor
---@return table
function tensor.lists(self) end

---@param self tensor
---@param k integer
---@return tensor
function tensor.lane(self, k) end

---@param self tensor
---@param other tensor
---@return boolean
function tensor.equal(self, other) end

---@param self tensor
---@return tensor
function tensor.copy(self) end

-- Two operands, element by element

---a + b
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.add(a, b) end

---a - b
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.sub(a, b) end

---a * b
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.mul(a, b) end

---a / b: truncates for integers
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.div(a, b) end

---a // b: rounds down
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.idiv(a, b) end

---a % b: of a truncated division for integers
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.mod(a, b) end

---a ^ b
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.pow(a, b) end

---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.minimum(a, b) end

---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.maximum(a, b) end

---a & b
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.band(a, b) end

---a | b
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.bor(a, b) end

---a ~ b
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.bxor(a, b) end

---a << b
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.shl(a, b) end

---a >> b
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.shr(a, b) end

---A mask.
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.eq(a, b) end

---A mask.
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.ne(a, b) end

---A mask.
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.lt(a, b) end

---A mask.
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.le(a, b) end

---A mask.
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.gt(a, b) end

---A mask.
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.ge(a, b) end

-- One operand, element by element

----t
---@param self tensor
---@return tensor
function tensor.neg(self) end

---~t
---@param self tensor
---@return tensor
function tensor.bnot(self) end

---@param self tensor
---@return tensor
function tensor.abs(self) end

---@param self tensor
---@return tensor
function tensor.sign(self) end

---@param self tensor
---@return tensor
function tensor.relu(self) end

---@param self tensor
---@return tensor
function tensor.floor(self) end

---@param self tensor
---@return tensor
function tensor.ceil(self) end

---Halves away from zero.
---@param self tensor
---@return tensor
function tensor.round(self) end

---Halves to even.
---@param self tensor
---@return tensor
function tensor.rint(self) end

---@param self tensor
---@return tensor
function tensor.trunc(self) end

---@param self tensor
---@return tensor
function tensor.sqrt(self) end

---@param self tensor
---@return tensor
function tensor.rsqrt(self) end

---@param self tensor
---@return tensor
function tensor.exp(self) end

---@param self tensor
---@return tensor
function tensor.exp2(self) end

---@param self tensor
---@return tensor
function tensor.log(self) end

---@param self tensor
---@return tensor
function tensor.log2(self) end

---@param self tensor
---@return tensor
function tensor.log10(self) end

---@param self tensor
---@return tensor
function tensor.sin(self) end

---@param self tensor
---@return tensor
function tensor.cos(self) end

---@param self tensor
---@return tensor
function tensor.tan(self) end

---@param self tensor
---@return tensor
function tensor.tanh(self) end

---@param self tensor
---@param low number|tensor
---@param high number|tensor
---@return tensor
function tensor.clamp(self, low, high)
  check(self, "clamp")
  return self:maximum(low):minimum(high)
end

---a where the mask is true, else b.
---@param mask tensor
---@param a tensor|number
---@param b tensor|number
---@return tensor
function tensor.where(mask, a, b) end

---Floats are truncated toward zero on their way to integers. What the type cannot hold wraps, or
---becomes its nearest number with "sat", as by OpenCL C's convert_T_sat.
---@param self tensor
---@param type string
---@param mode? "wrap"|"sat"
---@return tensor
function tensor.astype(self, type, mode) end

---@param self tensor
---@param f fun(...: number): number, ...
---@return tensor
function tensor.map(self, f) end

---@param self tensor
---@param other tensor
---@param f fun(...: number): number, ...
---@return tensor
function tensor.zip_with(self, other, f) end

-- Rearranging

---One size may be -1.
---@param self tensor
---@param shape integer[]
---@return tensor
function tensor.reshape(self, shape) end

---Axes reversed, or in this order.
---@param self tensor
---@param ... integer
---@return tensor
function tensor.transpose(self, ...) end

---Places first … last - 1.
---@param self tensor
---@param first integer
---@param last? integer
---@param axis? integer
---@return tensor
function tensor.slice(self, first, last, axis) end

---One place; the axis is gone then.
---@param self tensor
---@param place integer
---@param axis? integer
---@return tensor
function tensor.pick(self, place, axis) end

---@param self tensor
---@param axis? integer
---@return tensor
function tensor.flip(self, axis) end

---@param self tensor
---@param shift integer
---@param axis? integer
---@return tensor
function tensor.roll(self, shift, axis) end

---@param self tensor
---@param before integer
---@param after integer
---@param value? number
---@param axis? integer
---@return tensor
function tensor.pad(self, before, after, value, axis)
  check(self, "pad")
  axis = axis or 0
  local function part(length)
    return tensor.full(self:type(), with_length(self, axis, length), value or 0)
  end
  return tensor.concat({ part(before), self, part(after) }, axis)
end

---@param list tensor[]
---@param axis? integer
---@return tensor
function tensor.concat(list, axis) end

---Repeats as broadcasting would.
---@param self tensor
---@param shape tensor.Shape
---@return tensor
function tensor.expand(self, shape) end

---Along the last axis.
---@param self tensor
---@param descending? boolean
---@return tensor
function tensor.sort(self, descending) end

---@param self tensor
---@param indices tensor
---@param axis? integer
---@return tensor
function tensor.gather(self, indices, axis) end

-- Reducing

---@param self tensor
---@param axis? integer
---@return number|tensor
function tensor.sum(self, axis) end

---@param self tensor
---@param axis? integer
---@return number|tensor
function tensor.prod(self, axis) end

---@param self tensor
---@param axis? integer
---@return number|tensor
function tensor.min(self, axis) end

---@param self tensor
---@param axis? integer
---@return number|tensor
function tensor.max(self, axis) end

---@param self tensor
---@param axis? integer
---@return number|tensor
function tensor.mean(self, axis)
  check(self, "mean")
  local scalar, lanes = split(self:type())
  if not is_float(scalar) then error("mean needs floats: convert with :astype", 0) end
  local function divide(count, sum, ...)
    if sum then return sum / count, divide(count, ...) end
  end
  local sums = axis and self:sum(axis)
  local count = axis and self:size(axis) or self:count()
  if count == 0 then error("mean of no elements", 0) end
  if not axis then return divide(count, self:sum()) end
  return (sums:astype("double" .. lanes) / count):astype(self:type())
end

---@param self tensor
---@param axis? integer
---@return number|tensor
function tensor.argmin(self, axis) end

---@param self tensor
---@param axis? integer
---@return number|tensor
function tensor.argmax(self, axis) end

---@param self tensor
---@param axis? integer
---@param exclusive? boolean
---@return tensor
function tensor.cumsum(self, axis, exclusive) end

-- How many of a mask's lanes are true, and how many there are.
local function count_true(self, name)
  check(self, name)
  local scalar, lanes = split(self:type())
  if scalar ~= "bool" then error("any and all need a mask, as t:gt(0) gives one", 0) end
  local found = 0
  for _, sum in ipairs({ self:sum() }) do found = found + sum end
  return found, self:count() * (tonumber(lanes) or 1)
end

---Of a mask.
---@param self tensor
---@return boolean
function tensor.any(self) return count_true(self, "any") > 0 end

---Of a mask.
---@param self tensor
---@return boolean
function tensor.all(self)
  local found, total = count_true(self, "all")
  return found == total
end

---@param self tensor
---@param bins integer
---@return tensor
function tensor.bincount(self, bins) end

---Along the last axis, if left out.
---@param self tensor
---@param axis? integer
---@return tensor
function tensor.softmax(self, axis)
  check(self, "softmax")
  if self:rank() == 0 then error("softmax needs an axis", 0) end
  if not is_float(self:type()) then error("softmax needs a tensor of float scalars", 0) end
  axis = axis or -1
  if self:size(axis) == 0 then return self:copy() end
  local wide, shape = self:astype("double"), with_length(self, axis, 1)
  local powers = (wide - wide:max(axis):reshape(shape)):exp()
  return (powers / powers:sum(axis):reshape(shape)):astype(self:type())
end

-- Linear algebra and convolutions

---@param a tensor
---@param b tensor
---@return number
function tensor.dot(a, b) end

---@param a tensor
---@param b tensor
---@return tensor
function tensor.matmul(a, b) end

---out[i] = sum over j of a[i + j] * b[j], zero beyond the ends.
---@param a tensor
---@param b tensor
---@param mode? "forward"|"same"|"valid"
---@return tensor
function tensor.conv1d(a, b, mode) end

---The same along both axes.
---@param a tensor
---@param b tensor
---@param mode? "forward"|"same"|"valid"
---@return tensor
function tensor.conv2d(a, b, mode) end

return tensor
