-- The values of a graph: what an operation gives, before anything is computed.
--
-- A *value* is a node: an operation's definition, the values that it takes, attributes, and the
-- type and shape that follow. Values are immutable and made once: the same operation of the same
-- values with the same attributes is the same table (hash-consing), so that common subexpressions
-- are found while the graph is built, and a value can be compared with ==.
--
--   value.definition   one of the tables of elementwise.lua, views.lua, … : its name and kind
--   value.inputs       a list of values
--   value.attributes   what else the operation was given, as { axis = 1 }
--   value.dtype        "float", …; "bool" is stored as uchar
--   value.shape        a list of sizes, outermost first: integers, or symbolic (dim.lua)
--   value.place        the line of the program that made it, for errors: "model.lua:12"
--
-- Values are made while a graph is built, and belong to it: value.build gives a builder, and
-- value.within runs a function with it. Operators of Lua come from ops.lua (value.operators).
local dim = require "graph.dim"
local native = require "graph.native"
local nearest = require "graph.nearest"

local value = {}

-- What Lua's operators on values do, and what gradients and composites call besides the operations that
-- everybody may; ops.lua fills them in.
value.operators, value.inner = {}, {}

local metatable = { __index = {}, __name = "graph value" }
for _, name in ipairs { "add", "sub", "mul", "div", "idiv", "mod", "pow", "unm", "band", "bor",
                        "bxor", "shl", "shr", "bnot" } do
  metatable["__" .. name] = function(a, b) return value.operators[name](a, b) end
end

-- The builder of the graph that is being built now.
local current

---@class graph.Builder
---@field values table[] # in the order in which they were made: each after those that it takes
---@field keys table<string, table>
---@field place? string # of values that are made now, where they are those of another graph again
---@field common? integer # how often an operation was there already
---@field folded? integer # operations that optimize.lua has computed, or found to do nothing

---@return graph.Builder
function value.build() return { values = {}, keys = {} } end

---Runs f with a builder. Errors go on, and whoever handles them sees the variables of f.
---@param builder graph.Builder
---@param f function
function value.within(builder, f, ...)
  local before = current
  local _ <close> = setmetatable({}, { __close = function() current = before end })
  current = builder
  return f(...)
end

---@return graph.Builder?
function value.builder() return current end

---@param v any
---@return boolean
function value.is(v) return getmetatable(v) == metatable end

---Raises, with the line that made the value which is being made (again), or the program's line.
---@param message string
function value.fail(message)
  local place = current and current.place
  if place then error(place .. ": " .. message, 0) end
  native.fail(message)
end

-- Keys

-- The same text for the same attribute, and for no other.
local function write_key(attribute, out)
  local kind = math.type(attribute)
  if kind == "integer" then
    out[#out + 1] = ("%d"):format(attribute)
  elseif kind == "float" then
    out[#out + 1] = ("%a"):format(attribute)
  elseif type(attribute) == "string" then
    out[#out + 1] = ("%q"):format(attribute)
  elseif type(attribute) == "boolean" then
    out[#out + 1] = tostring(attribute)
  elseif type(attribute) == "table" and attribute.key then -- has one of its own
    out[#out + 1] = "<" .. attribute.key .. ">"
  elseif dim.is(attribute) then
    out[#out + 1] = dim.text(attribute)
  else
    local names = {}
    for name in pairs(attribute) do names[#names + 1] = name end
    table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
    out[#out + 1] = "{"
    for _, name in ipairs(names) do
      out[#out + 1] = tostring(name) .. "="
      write_key(attribute[name], out)
      out[#out + 1] = ","
    end
    out[#out + 1] = "}"
  end
end

local function key_of(definition, inputs, attributes, dtype, shape)
  local out = { definition.name, "(" }
  for _, input in ipairs(inputs) do out[#out + 1] = input.id .. "," end
  out[#out + 1] = ")"
  write_key(attributes, out)
  out[#out + 1] = dtype
  write_key(shape, out)
  return table.concat(out)
end

-- Sizes

-- No memory has as many bytes: sums and products of sizes below it do not wrap.
local MOST_BYTES = 1 << 53
value.MOST_BYTES = MOST_BYTES

---Raises where there is no memory for so many elements; sizes that are symbols are let through.
---@param name string # whose shape it is
---@param dtype string
---@param shape table
function value.check_size(name, dtype, shape)
  local bytes = value.bytes_of(dtype)
  for _, size in ipairs(shape) do
    if math.type(size) and size > 0 then
      if size > MOST_BYTES // bytes then
        value.fail(("%s: %s%s has more elements than there is memory for"):format(name, dtype, value.shape_text(shape)))
      end
      bytes = bytes * size
    end
  end
end

-- Making

-- The kinds of operations that compute something. (Views, and numbers, cost nothing.)
local computes = { map = true, reduce = true, gather = true, library = true, custom = true }

---Whether a value takes work: what explain.lua counts.
function value.computes(v) return computes[v.definition.kind] or false end

---The value of an operation; the same one as before where there is one. `shape` is kept.
---@param definition table
---@param inputs table[]
---@param attributes table
---@param dtype string
---@param shape table
---@param origin? string # the name of the user's operation that it is a part of
function value.new(definition, inputs, attributes, dtype, shape, origin)
  if not current then
    native.fail(definition.name .. ": graphs are built in the function that graph.Graph is given")
  end
  for i, input in ipairs(inputs) do
    if current.values[input.id] ~= input then
      native.fail(("%s: operand %d is a value of another graph"):format(definition.name, i))
    end
  end
  local key = key_of(definition, inputs, attributes, dtype, shape)
  local made = current.keys[key]
  if made then
    if computes[definition.kind] then current.common = (current.common or 0) + 1 end
    return made
  end
  if dtype ~= "" then value.check_size(definition.name, dtype, shape) end
  made = setmetatable({
    id = #current.values + 1,
    definition = definition,
    inputs = inputs,
    attributes = attributes,
    dtype = dtype,
    shape = shape,
    origin = origin or current.origin or false,
    place = current.place or native.where() or false,
  }, metatable)
  current.values[made.id] = made
  current.keys[key] = made
  return made
end

-- Shapes

---Whether two sizes may be the same: whether it is so shows where sizes are known.
function value.may_equal(a, b)
  if math.type(a) and math.type(b) then return a == b end
  return true
end

---@param a table
---@param b table
function value.same_shape(a, b)
  if #a ~= #b then return false end
  for axis = 1, #a do
    if not value.may_equal(a[axis], b[axis]) then return false end
  end
  return true
end

---"[2, n, 3]"
---@param shape table
function value.shape_text(shape)
  local sizes = {}
  for axis, size in ipairs(shape) do sizes[axis] = dim.text(size) end
  return "[" .. table.concat(sizes, ", ") .. "]"
end

---"float[2, n]"
function value.text(v) return v.dtype .. value.shape_text(v.shape) end

metatable.__len = function(v) value.fail(("a value has no length: its sizes are x.shape, here %s"):format(value.shape_text(v.shape))) end

metatable.__tostring = function(v) return "value of " .. v.definition.name .. ": " .. value.text(v) end

---How many elements a shape has.
---@param shape table
function value.count(shape)
  local count = 1
  for _, size in ipairs(shape) do count = count * size end
  return count
end

-- What is given in place of an axis: "a table", "{ dim = … }".
local function no_axis_text(name, given)
  if type(given) ~= "table" then return tostring(given) end
  local key = next(given)
  if not nearest(tostring(key), { "axis" }) then return "a table" end
  return ("{ %s = … }: the arguments of ops.%s have no names"):format(key, name)
end

---The axis from 0, for one that may count from the end. Raises.
---@param name string # of the operation
---@param axis integer
---@param rank integer
function value.axis(name, axis, rank)
  if math.type(axis) ~= "integer" then
    value.fail(("%s: an axis is a whole number, not %s"):format(name, no_axis_text(name, axis)))
  end
  local from_start = axis < 0 and axis + rank or axis
  if from_start < 0 or from_start >= rank then
    value.fail(("%s: there is no axis %d: the value has %d axes, counted from 0"):format(name, axis, rank))
  end
  return from_start
end

-- Types

local bytes = {
  bool = 1, char = 1, uchar = 1, short = 2, ushort = 2, int = 4, uint = 4, long = 8, ulong = 8,
  half = 2, float = 4, double = 8,
}

---Bytes of an element, on devices.
function value.bytes_of(dtype) return bytes[dtype] end

function value.is_dtype(dtype) return bytes[dtype] ~= nil end

---"there is no type 'float32'; did you mean 'float'?"
---@param dtype any
function value.no_dtype(dtype)
  local near = native.type_near(tostring(dtype))
  near = near and near:match "^%a+" -- of vectors graphs have none
  return ("there is no type '%s'%s"):format(tostring(dtype), near and ("; did you mean '%s'?"):format(near) or "")
end
function value.is_float(dtype) return dtype == "float" or dtype == "double" end
function value.is_integer(dtype)
  return bytes[dtype] ~= nil and not value.is_float(dtype) and dtype ~= "half" and dtype ~= "bool"
end

---The least and the greatest number of an integer type, or of bool; of ulong, the greatest of Lua's.
function value.limits(dtype)
  if dtype == "bool" then return 0, 1 end
  local size = bytes[dtype] * 8
  if dtype:sub(1, 1) == "u" then return 0, size == 64 and math.maxinteger or (1 << size) - 1 end
  local greatest = math.maxinteger >> (64 - size)
  return -greatest - 1, greatest
end

-- Methods of values are added by ops.lua: x:sum(0), x:reshape { 2, -1 }; x.type is a TensorType.
value.methods = metatable.__index
value.metatable = metatable

return value
