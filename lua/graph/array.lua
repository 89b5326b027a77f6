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
  local count = 1
  for _, size in ipairs(shape) do count = count * size end
  dtype = dtype or buffer:type()
  if not value.is_dtype(dtype) then native.fail("Array: the buffer has elements of " .. dtype .. "; arrays have scalars") end
  if #buffer ~= count then
    native.fail(("Array: the buffer has %d elements, which is not what %s has"):format(#buffer, value.shape_text(shape)))
  end
  return setmetatable({ buffer = buffer, context = buffer:context(), dtype = dtype,
                        sizes = table.move(shape, 1, #shape, 1, {}) }, Array)
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
