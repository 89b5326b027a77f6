-- Operations that make one element of many, along axes: attributes.axes, a sorted list of axes from
-- 0, which the result has no more.
--
--   start(c, dtype)           the first value, as OpenCL C
--   step(c, dtype, sum, x)    a statement's right side: the next value
--   keeps_place               the result is where the element is (an int), not the element
--   better(dtype, x, best)    of these: whether the element counts in place of the best one so far, in C
--   reference(a, axis)        along one axis

local reductions = {}

local function define(row)
  row.kind = "reduce"
  reductions[row.name] = row
end

-- The first value of floats is NaN, which gives way to each number: so rows of NaN have NaN.
local least = { char = "CHAR_MIN", uchar = "0", short = "SHRT_MIN", ushort = "0", int = "INT_MIN",
                uint = "0u", long = "LONG_MIN", ulong = "0ul", float = "NAN", double = "NAN" }
local greatest = { char = "CHAR_MAX", uchar = "UCHAR_MAX", short = "SHRT_MAX", ushort = "USHRT_MAX",
                   int = "INT_MAX", uint = "UINT_MAX", long = "LONG_MAX", ulong = "ULONG_MAX",
                   float = "NAN", double = "NAN" }

local function along(name)
  return function(a, axis) return a[name](a, axis) end
end

-- The gradient of one element a row, with the row's shape.
local function spread(ops, g, v, a)
  local shape = { table.unpack(a.shape) }
  for _, axis in ipairs(v.attributes.axes) do shape[axis + 1] = 1 end
  return ops.broadcast_to(ops.reshape(g, shape), a.shape)
end

-- Of the last axis: at each place the product of all elements before it. Steps of 1, 2, 4, … places are
-- multiplied together.
local function products_before(ops, a, count)
  local axis, step = #a.shape - 1, 1
  local function later(x, by) return ops.pad(ops.slice(x, 0, count - by, axis), by, 0, 1, axis) end
  a = later(a, 1)
  while step < count do
    a = a * later(a, step)
    step = step * 2
  end
  return a
end

-- Nothing is divided by, so that zeros are right, in gradients of gradients, too.
local function products_of_others(ops, a, count)
  if count < 2 then return ops.full(a.shape, 1, a.dtype) end
  local axis = #a.shape - 1
  return products_before(ops, a, count) * ops.flip(products_before(ops, ops.flip(a, axis), count), axis)
end

-- The same where nobody knows yet how many there are: where one element is 0 it is the product of the
-- others, where two are, 0. So zeros are replaced by 1 in the product, and counted. (In gradients of
-- gradients what is 0 counts as a constant.)
local function by_zeros(ops, g, v, a)
  local zero = ops.equal(a, 0)
  local others = ops.where(zero, 1, a)
  local product = ops.prod(others, v.attributes.axes)
  local zeros = ops.sum(ops.cast(zero, a.dtype), v.attributes.axes)
  local function wide(x) return spread(ops, x, v, a) end
  local of_the_zero = ops.where(ops.logical_and(zero, ops.equal(wide(zeros), 1)), wide(product), 0)
  local of_others = ops.where(ops.equal(wide(zeros), 0), wide(product) / others, 0)
  return wide(g) * (of_the_zero + of_others)
end

define { name = "sum", types = "number",
  start = function(c, dtype) return c.literal(0, dtype) end,
  step = function(c, dtype, sum, x) return c.wrap(dtype, "+", sum, x) end,
  reference = along "sum",
  gradient = spread }

define { name = "prod", types = "number",
  start = function(c, dtype) return c.literal(1, dtype) end,
  step = function(c, dtype, product, x) return c.wrap(dtype, "*", product, x) end,
  reference = along "prod",
  gradient = function(ops, g, v, a)
    local order, back, kept, count = {}, {}, {}, 1
    for axis = 0, #a.shape - 1 do order[axis + 1] = axis end
    for i = #v.attributes.axes, 1, -1 do
      local axis = table.remove(order, v.attributes.axes[i] + 1)
      count = count * a.shape[axis + 1]
    end
    if math.type(count) == nil then return by_zeros(ops, g, v, a) end
    for i, axis in ipairs(order) do kept[i] = a.shape[axis + 1] end
    table.move(v.attributes.axes, 1, #v.attributes.axes, #order + 1, order)
    local rows, moved = { table.unpack(kept) }, ops.permute(a, order)
    rows[#rows + 1] = count
    local others = ops.reshape(products_of_others(ops, ops.reshape(moved, rows), count), moved.shape)
    for place, axis in ipairs(order) do back[axis + 1] = place - 1 end
    return spread(ops, g, v, a) * ops.permute(others, back)
  end }

local function extreme(name, text, first, integer_text)
  define { name = name, types = "number",
    start = function(_, dtype) return first[dtype] end,
    step = function(c, dtype, best, x)
      local is_float = dtype == "float" or dtype == "double"
      return c.call(dtype, is_float and text or integer_text, best, x)
    end,
    reference = along(name),
    -- Equal ones share it.
    gradient = function(ops, g, v, a)
      local found = ops.cast(ops.equal(a, spread(ops, v, v, a)), a.dtype)
      local count = ops.sum(found, v.attributes.axes)
      return found * spread(ops, g / count, v, a)
    end }
end
extreme("max", "fmax", least, "max")
extreme("min", "fmin", greatest, "min")

-- The first of those that are greatest, or least: of several axes, the place in the row-major order
-- of these. NaN is never chosen, unless all are: then it is the first place.
local function place_of(name, sign, opposite, first, reference)
  define { name = name, types = "number", keeps_place = true,
    better = function(dtype, x, best)
      if dtype ~= "float" and dtype ~= "double" then return ("%s %s %s"):format(x, sign, best) end
      return ("%s == %s && !(%s %s %s)"):format(x, x, x, opposite, best)
    end,
    start = function(_, dtype) return first[dtype] end,
    reference = along(reference),
    gradient = function() end }
end
place_of("argmax", ">", "<=", least, "argmax")
place_of("argmin", "<", ">=", greatest, "argmin")

---The number that changes nothing: an element more does not matter.
---@param definition table
---@param dtype string
function reductions.identity(definition, dtype)
  if definition == reductions.sum then return 0 end
  if definition == reductions.prod then return 1 end
  local wants_least = definition == reductions.max
  if dtype == "float" or dtype == "double" then return 0 / 0 end
  local bits = ({ char = 8, short = 16, int = 32, long = 64 })[dtype:gsub("^u", "")]
  local unsigned = dtype:sub(1, 1) == "u"
  if wants_least then return unsigned and 0 or -(1 << (bits - 1)) end
  if unsigned then return bits == 64 and -1 or (1 << bits) - 1 end
  return (1 << (bits - 1)) - 1
end

return reductions
