-- The type and shape of what an operation gives, and what its operands may be.
--
--   inference.of(definition, inputs, attributes) → dtype, shape
--
-- It is asked when a value is made, where sizes may be symbolic, and once more when they are known
-- (specialize.lua): what cannot be told of symbols is let through the first time. Raises, with the
-- operation, the operand, both shapes, and the line that made the value.
local dim = require "graph.dim"
local elementwise = require "graph.elementwise"
local value = require "graph.value"

local inference = {}
local rules = {}

local function fail(name, format, ...) value.fail(name .. ": " .. format:format(...)) end

-- "shape [2, 3]" is what messages call operands by.
local function text(v) return value.text(v) end

local function check_type(name, v, types)
  if elementwise.takes(types, v.dtype) then return end
  local wanted = { number = "numbers", float = "float or double", integer = "integers", bool = "bool",
                   any = "numbers or bool" }
  local help = v.dtype == "half" and "; half is for storage: cast it to float" or ""
  fail(name, "the operand is %s, and must be %s%s", text(v), wanted[types], help)
end

local function check_same(name, a, b)
  if a.dtype ~= b.dtype then
    fail(name, "the operands are %s and %s: cast one, as ops.cast(x, \"%s\")", text(a), text(b), a.dtype)
  end
  if not value.same_shape(a.shape, b.shape) then
    fail(name, "the operands have shapes %s and %s", value.shape_text(a.shape), value.shape_text(b.shape))
  end
end

local function check_size(name, size, what)
  if math.type(size) == "integer" and size >= 0 then return end
  if dim.is(size) then return end
  fail(name, "%s cannot be %s", what, dim.is(size) and dim.text(size) or tostring(size))
end

local function check_shape(name, shape)
  for axis, size in ipairs(shape) do check_size(name, size, "the size of axis " .. axis - 1) end
  return shape
end

-- Places along so many elements are numbers of the type.
local function check_places(name, count, dtype)
  local _, greatest = value.limits(dtype)
  if math.type(count) and count - 1 > greatest then
    fail(name, "the places 0 to %d are more than %s holds", count - 1, dtype)
  end
end

-- Elementwise

local function map(definition, inputs)
  local name, first = definition.name, inputs[1]
  for _, input in ipairs(inputs) do check_type(name, input, definition.types) end
  for i = 2, #inputs do check_same(name, first, inputs[i]) end
  return definition.gives == "bool" and "bool" or first.dtype, first.shape
end

rules["where"] = function(_, inputs)
  local mask, a, b = table.unpack(inputs)
  if mask.dtype ~= "bool" then fail("where", "the first operand is %s, and must be bool", text(mask)) end
  check_same("where", a, b)
  if not value.same_shape(mask.shape, a.shape) then
    fail("where", "the operands have shapes %s and %s", value.shape_text(mask.shape), value.shape_text(a.shape))
  end
  return a.dtype, a.shape
end

rules["cast"] = function(_, inputs, attributes)
  if not value.is_dtype(attributes.dtype) then fail("cast", "%s", value.no_dtype(attributes.dtype)) end
  return attributes.dtype, inputs[1].shape
end

-- Views

rules["reshape"] = function(_, inputs, attributes)
  local from, shape = inputs[1].shape, check_shape("reshape", attributes.shape)
  if not value.may_equal(value.count(from), value.count(shape)) then
    fail("reshape", "%s has %s elements, and %s has %s", value.shape_text(from), dim.text(value.count(from)),
         value.shape_text(shape), dim.text(value.count(shape)))
  end
  return inputs[1].dtype, shape
end

rules["broadcast_to"] = function(_, inputs, attributes)
  local from, shape = inputs[1].shape, check_shape("broadcast_to", attributes.shape)
  local skipped = #shape - #from
  for axis = 1, #from do
    local good = skipped >= 0 and (from[axis] == 1 or value.may_equal(from[axis], shape[axis + skipped]))
    if not good then
      fail("broadcast_to", "%s does not broadcast to %s", value.shape_text(from), value.shape_text(shape))
    end
  end
  if skipped < 0 then
    fail("broadcast_to", "%s does not broadcast to %s", value.shape_text(from), value.shape_text(shape))
  end
  return inputs[1].dtype, shape
end

rules["permute"] = function(_, inputs, attributes)
  local from, shape, seen = inputs[1].shape, {}, {}
  for i, axis in ipairs(attributes.axes) do
    if seen[axis] then fail("permute", "axis %d is there twice", axis) end
    seen[axis] = true
    shape[i] = from[axis + 1]
  end
  if #shape ~= #from then
    fail("permute", "%d axes are named, and the operand is %s", #attributes.axes, text(inputs[1]))
  end
  return inputs[1].dtype, shape
end

rules["slice"] = function(_, inputs, attributes)
  local from = inputs[1].shape
  for axis, size in ipairs(attributes.shape) do
    local first, step, whole = attributes.first[axis], attributes.step[axis], from[axis]
    check_size("slice", size, "the size of axis " .. axis - 1)
    if math.type(first) and math.type(size) and math.type(whole) and size > 0 then
      local last = first + (size - 1) * step
      if first < 0 or first >= whole or last < 0 or last >= whole then
        fail("slice", "places %d to %d of axis %d are not in %s", first, last, axis - 1, value.shape_text(from))
      end
    end
  end
  return inputs[1].dtype, attributes.shape
end

rules["unslice"] = function(_, inputs, attributes)
  return inputs[1].dtype, attributes.shape
end

rules["pad"] = function(_, inputs, attributes)
  local shape = {}
  for axis, size in ipairs(inputs[1].shape) do
    shape[axis] = size + attributes.before[axis] + attributes.after[axis]
  end
  return inputs[1].dtype, check_shape("pad", shape)
end

rules["concat"] = function(_, inputs, attributes)
  local first, axis = inputs[1], attributes.axis + 1
  local shape = { table.unpack(first.shape) }
  for i = 2, #inputs do
    local other = inputs[i]
    if other.dtype ~= first.dtype then
      fail("concat", "parts are %s and %s: cast one", text(first), text(other))
    end
    local good = #other.shape == #first.shape
    for k = 1, good and #shape or 0 do
      good = good and (k == axis or value.may_equal(shape[k], other.shape[k]))
    end
    if not good then
      fail("concat", "parts have shapes %s and %s, which may differ in axis %d only",
           value.shape_text(first.shape), value.shape_text(other.shape), axis - 1)
    end
    shape[axis] = shape[axis] + other.shape[axis]
  end
  return first.dtype, shape
end

rules["windows"] = function(_, inputs, attributes)
  local shape = { table.unpack(inputs[1].shape) }
  local axis = attributes.axis + 1
  local covered = (attributes.size - 1) * attributes.dilation + 1
  local left = shape[axis] - covered
  if math.type(left) and left < 0 then
    fail("windows", "windows over %d elements do not fit into axis %d of %s", covered, axis - 1,
         value.shape_text(inputs[1].shape))
  end
  shape[axis] = left // attributes.stride + 1
  shape[#shape + 1] = attributes.size
  return inputs[1].dtype, shape
end

rules["unwindows"] = function(_, inputs, attributes)
  local shape = { table.unpack(attributes.shape) }
  shape[#shape + 1] = attributes.size
  return inputs[1].dtype, shape
end

-- Reductions

local function reduce(definition, inputs, attributes)
  local name, input = definition.name, inputs[1]
  check_type(name, input, definition.types)
  local gone, shape, count = {}, {}, 1
  for _, axis in ipairs(attributes.axes) do
    gone[axis + 1] = true
    count = count * input.shape[axis + 1]
    if input.shape[axis + 1] == 0 and attributes.counts then fail(attributes.counts, "there is no %s of nothing", attributes.counts:match "^%w+") end
    if input.shape[axis + 1] == 0 and name ~= "sum" and name ~= "prod" and not attributes.of_nothing then
      fail(name, "axis %d of %s has no elements", axis, text(input))
    end
  end
  for axis, size in ipairs(input.shape) do
    if not gone[axis] then shape[#shape + 1] = size end
  end
  if not definition.keeps_place then return input.dtype, shape end
  check_places(name, count, "int")
  return "int", shape
end

-- The others

rules["gather"] = function(_, inputs, attributes)
  local data, indices, shape = inputs[1], inputs[2], {}
  if indices.dtype ~= "int" and indices.dtype ~= "long" then
    fail("gather", "indices are %s, and must be int or long", text(indices))
  end
  for axis, size in ipairs(data.shape) do
    if axis == attributes.axis + 1 then
      table.move(indices.shape, 1, #indices.shape, #shape + 1, shape)
    else
      shape[#shape + 1] = size
    end
  end
  return data.dtype, shape
end

rules["scatter_add"] = function(_, inputs)
  local base, indices, updates = table.unpack(inputs)
  if indices.dtype ~= "int" and indices.dtype ~= "long" then
    fail("scatter_add", "indices are %s, and must be int or long", text(indices))
  end
  local wanted = { table.unpack(indices.shape) }
  for axis = 2, #base.shape do wanted[#wanted + 1] = base.shape[axis] end
  check_type("scatter_add", base, "number")
  if #base.shape == 0 then fail("scatter_add", "what is added to has no axes") end
  if updates.dtype ~= base.dtype or not value.same_shape(updates.shape, wanted) then
    fail("scatter_add", "updates are %s, and must be %s%s: the shape of the indices, then the rest of %s",
         text(updates), base.dtype, value.shape_text(wanted), text(base))
  end
  return base.dtype, base.shape
end

rules["matmul"] = function(_, inputs)
  local a, b = inputs[1], inputs[2]
  check_type("matmul", a, "number")
  if a.dtype ~= b.dtype then fail("matmul", "the operands are %s and %s: cast one", text(a), text(b)) end
  local m, k = a.shape[#a.shape - 1], a.shape[#a.shape]
  local other_k, n = b.shape[#b.shape - 1], b.shape[#b.shape]
  local batch = #a.shape == 3 and a.shape[1] or #b.shape == 3 and b.shape[1] or nil
  local batches_agree = #a.shape < 3 or #b.shape < 3 or value.may_equal(a.shape[1], b.shape[1])
  if not value.may_equal(k, other_k) or not batches_agree then
    fail("matmul", "the operands have shapes %s and %s: the last size of the first must be the last but one of the second",
         value.shape_text(a.shape), value.shape_text(b.shape))
  end
  return a.dtype, batch and { batch, m, n } or { m, n }
end

rules["cumsum"] = function(_, inputs)
  check_type("cumsum", inputs[1], "number")
  return inputs[1].dtype, inputs[1].shape
end

rules["argsort"] = function(_, inputs)
  check_type("argsort", inputs[1], "number")
  check_places("argsort", inputs[1].shape[#inputs[1].shape], "int")
  return "int", inputs[1].shape
end

-- Sources: what they are is said of them.
for _, name in ipairs { "input", "weight", "constant", "full", "custom", "result" } do
  rules[name] = function(_, _, attributes) return attributes.dtype, check_shape(name, attributes.shape) end
end

rules["iota"] = function(_, _, attributes)
  local dtype, size = attributes.dtype, attributes.shape[attributes.axis + 1]
  check_shape("iota", attributes.shape)
  if value.is_integer(dtype) then check_places("iota", size, dtype) end
  return dtype, attributes.shape
end

---@param definition table
---@param inputs table[]
---@param attributes table
---@return string dtype
---@return table shape
function inference.of(definition, inputs, attributes)
  local rule = rules[definition.name]
  if rule then return rule(definition, inputs, attributes) end
  if definition.kind == "map" then return map(definition, inputs) end
  return reduce(definition, inputs, attributes)
end

return inference
