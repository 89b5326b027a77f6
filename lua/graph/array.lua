-- Arrays: buffers of a device with a shape. What models give, and what they and operations take.
--
--   local array = Array(buffer, { 2, 3 })         bools are uchar: Array(buffer, { 4 }, "bool")
--   array.buffer, array.context                   the gpu.Buffer, and the gpu.DeviceContext it is of
--   array:shape(), array:type(), array:count()
--   array:tensor()                                a copy of the elements; waits for the context's queue
--   print(array)
local native = require "graph.native"
local value = require "graph.value"

local Array = { __name = "array" }
Array.__index = Array

local array = {}

---@param buffer gpu.Buffer
---@param shape integer[]
---@param dtype? string # the buffer's type, if not said
function array.new(buffer, shape, dtype)
  if math.type(shape) == "integer" then shape = { shape } end
  if type(shape) ~= "table" then native.fail("op.Array: the shape is a list of sizes") end
  local count, sizes = 1, {}
  for axis, size in ipairs(shape) do
    if math.type(size) ~= "integer" or size < 0 then
      native.fail(("op.Array: the shape's size %d is %s, and is a whole number from 0"):format(axis, tostring(size)))
    end
    count, sizes[axis] = count * size, size
  end
  local actual = buffer:type()
  dtype = dtype or actual
  if not value.is_dtype(dtype) then native.fail("op.Array: the buffer's elements are " .. dtype .. "; arrays have scalars") end
  if dtype ~= actual and not (dtype == "bool" and actual == "uchar") then
    native.fail(("op.Array: the buffer's elements are %s, not %s"):format(actual, dtype))
  end
  value.check_size("op.Array", dtype, sizes)
  if count ~= #buffer then
    native.fail(("op.Array: the shape %s has %d elements, and the buffer %d"):format(value.shape_text(sizes), count, #buffer))
  end
  return setmetatable({ buffer = buffer, context = buffer:context(), dtype = dtype, sizes = sizes }, Array)
end

---The same, of a buffer whose context, shape and type are known; keeps the shape.
---@param buffer gpu.Buffer
---@param context gpu.DeviceContext
---@param shape integer[]
---@param dtype string
function array.of(buffer, context, shape, dtype)
  return setmetatable({ buffer = buffer, context = context, dtype = dtype, sizes = shape }, Array)
end

function array.is(a) return getmetatable(a) == Array end

---@return integer[]
function Array:shape() return table.move(self.sizes, 1, #self.sizes, 1, {}) end

---@return string
function Array:type() return self.dtype end

---@return integer
function Array:count() return #self.buffer end

---@return tensor
function Array:tensor()
  local t = self.buffer:tensor(#self.sizes <= 6 and self.sizes or nil)
  return self.dtype == "bool" and t:ne(0) or t
end

Array.__tostring = function(self) return tostring(self:tensor()) end
Array.__len = Array.count

return array
