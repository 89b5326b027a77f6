-- Operations that work element by element: one table, a row for each.
--
--   name, arity
--   types      what operands may be: "number", "float", "integer", "bool", "any"
--   gives      "same" type as the operands, or "bool"
--   costly     it takes more than a few cycles: it is not done twice in order to save a store
--   text       (c, dtype, a, b, …) → an OpenCL C expression of the operands, for scalars and
--              vectors; c is what codegen.lua gives: c.width, c.call, c.wrap, c.literal
--   reference  (a, b, …) → a tensor, of tensors of the same shape: what the CPU computes
--   takes_numbers   the reference takes a number for one of the tensors, too
--   gradient   (ops, g, v, a, b, …) → the gradients of the operands (nil: none), of the gradient g
--              of the result v
--
-- In kernels a bool is an int: 0 or 1 as a scalar; 0 or -1 as a lane of a vector, as OpenCL's
-- comparisons give.
local tensor = require "tensor"

local elementwise = { list = {} }

local function define(row)
  row.kind = "map"
  elementwise[row.name] = row
  elementwise.list[#elementwise.list + 1] = row
end

-- Texts

-- Integers wrap: the signed ones are added as unsigned, since C leaves their overflow undefined.
local function arithmetic(sign)
  return function(c, dtype, a, b) return c.wrap(dtype, sign, a, b) end
end
local function call(name)
  return function(c, dtype, ...) return c.call(dtype, name, ...) end
end
local function infix(sign)
  return function(c, _, a, b) return ("%s %s %s"):format(a, sign, b) end
end
local function by_kind(float_text, integer_text)
  return function(c, dtype, ...)
    if dtype == "float" or dtype == "double" then return float_text(c, dtype, ...) end
    return integer_text(c, dtype, ...)
  end
end

-- References

local function method(name)
  return function(a, ...) return a[name](a, ...) end
end

-- Where one of the operands may be a number.
local function operator(name)
  return function(a, b) return tensor[name](a, b) end
end

-- By a function of Lua's numbers, in double.
local function mapped(f)
  return function(a)
    return a:astype("double"):map(f):astype(a:type())
  end
end

local function zipped(f)
  return function(a, b)
    return a:astype("double"):zip_with(b:astype("double"), f):astype(a:type())
  end
end

-- One for floats, and one for integers.
local function by_type(of_floats, of_integers)
  return function(a, ...)
    local dtype = (tensor.is(a) and a or ...):type()
    local is_float = dtype == "float" or dtype == "double"
    return (is_float and of_floats or of_integers)(a, ...)
  end
end

-- By 0 an integer gives 0.
local function dividing(name)
  return function(a, b)
    if tensor.is(b) then
      local divides = b:ne(0)
      return tensor.where(divides, tensor[name](a, tensor.where(divides, b, 1)), 0)
    end
    return b == 0 and a * 0 or tensor[name](a, b)
  end
end

-- A mask of two masks.
local function masks(f)
  return function(a, b)
    return f(a:astype("int"), b:astype("int")):ne(0)
  end
end

-- Gradients

local function none() end

-- Arithmetic

define { name = "add", arity = 2, types = "number", gives = "same", takes_numbers = true, text = arithmetic "+",
  reference = operator "add", gradient = function(_, g) return g, g end }
define { name = "sub", arity = 2, types = "number", gives = "same", takes_numbers = true, text = arithmetic "-",
  reference = operator "sub", gradient = function(_, g) return g, -g end }
define { name = "mul", arity = 2, types = "number", gives = "same", takes_numbers = true, text = arithmetic "*",
  reference = operator "mul", gradient = function(_, g, _, a, b) return g * b, g * a end }
-- Of integers it truncates, as in C; by 0 they give 0, and the least one by -1 wraps.
define { name = "div", arity = 2, types = "number", gives = "same", takes_numbers = true,
  text = function(c, dtype, a, b) return c.divide(dtype, a, b) end,
  reference = by_type(operator "div", dividing "div"), gradient = function(_, g, v, _, b) return g / b, -(g * v) / b end }
-- Rounds down; otherwise as div.
define { name = "idiv", arity = 2, types = "number", gives = "same", takes_numbers = true,
  text = by_kind(function(c, dtype, a, b) return c.call(dtype, "floor", c.divide(dtype, a, b)) end,
                 function(c, dtype, a, b) return c.floor_divide(dtype, a, b) end),
  reference = by_type(operator "idiv", dividing "idiv"), gradient = none }
-- What a truncated division leaves: its sign is the dividend's. Of integers by 0 it is 0.
define { name = "mod", arity = 2, types = "number", gives = "same", costly = true,
  text = by_kind(call "fmod", function(c, dtype, a, b) return c.remainder(dtype, a, b) end),
  reference = by_type(zipped(math.fmod), dividing "mod"),
  gradient = function(ops, g, _, a, b) return g, -g * ops.trunc(a / b) end }
define { name = "pow", arity = 2, types = "float", gives = "same", costly = true, text = call "pow",
  reference = method "pow",
  gradient = function(ops, g, v, a, b)
    -- The logarithm of what is not positive is taken nowhere.
    local positive = ops.greater(a, 0)
    local logarithm = ops.log(ops.where(positive, a, 1))
    local steep = ops.where(ops.equal(b, 0), 0, b * ops.pow(a, ops.where(ops.equal(b, 0), 1, b - 1)))
    return g * steep, ops.where(positive, g * v * logarithm, 0)
  end }
-- The number of the two that is one, where the other is NaN (OpenCL's fmin and fmax).
local function chooses(compare)
  return function(ops, g, _, a, b)
    local half = ops.where(ops.equal(a, b), g * 0.5, 0)
    return ops.where(ops[compare](a, b), g, half), ops.where(ops[compare](b, a), g, half)
  end
end
define { name = "minimum", arity = 2, types = "number", gives = "same", takes_numbers = true,
  text = by_kind(call "fmin", call "min"), reference = operator "minimum", gradient = chooses "less" }
define { name = "maximum", arity = 2, types = "number", gives = "same", takes_numbers = true,
  text = by_kind(call "fmax", call "max"), reference = operator "maximum", gradient = chooses "greater" }
define { name = "atan2", arity = 2, types = "float", gives = "same", costly = true,
  text = call "atan2", reference = zipped(math.atan),
  gradient = function(_, g, _, a, b)
    local square = a * a + b * b
    return g * b / square, -(g * a) / square
  end }
define { name = "hypot", arity = 2, types = "float", gives = "same", costly = true,
  text = call "hypot",
  reference = zipped(function(a, b)
    a, b = math.abs(a), math.abs(b)
    if a == math.huge or b == math.huge then return math.huge end
    local big, small = a, b
    if a < b then big, small = b, a end
    if big == 0 or a ~= a or b ~= b then return a + b end
    return big * (1 + (small / big) ^ 2) ^ 0.5
  end),
  gradient = function(_, g, v, a, b) return g * a / v, g * b / v end }

define { name = "neg", arity = 1, types = "number", gives = "same",
  text = function(c, dtype, a) return c.negate(dtype, a) end,
  reference = method "neg", gradient = function(_, g) return -g end }
define { name = "abs", arity = 1, types = "number", gives = "same",
  text = by_kind(call "fabs", function(c, dtype, a) return c.absolute(dtype, a) end),
  reference = method "abs", gradient = function(ops, g, _, a) return g * ops.sign(a) end }
define { name = "sign", arity = 1, types = "number", gives = "same",
  text = by_kind(call "sign", function(c, dtype, a) return c.sign(dtype, a) end),
  reference = function(a) return tensor.where(a:eq(a), a, 0):sign() end, gradient = none }
define { name = "reciprocal", arity = 1, types = "float", gives = "same",
  text = function(c, dtype, a) return c.divide(dtype, c.literal(1.0, dtype), a) end,
  reference = function(a) return tensor.like(a, 1):div(a) end,
  gradient = function(_, g, v) return -(g * v * v) end }

-- Functions

local function smooth(row)
  row.arity, row.types, row.gives, row.costly = 1, "float", "same", row.costly ~= false
  row.text = row.text or call(row.name)
  row.reference = row.reference or method(row.name)
  define(row)
end

local LN2, LN10 = math.log(2), math.log(10)

-- Near zero the differences have lost digits: what was lost of x by the sum, or the exponential, is
-- made up for by the ratio (W. Kahan's way).
local function exp_less_1(x)
  local power = math.exp(x)
  if power == 1 or power == math.huge or x < -1 then return power == 1 and x or power - 1 end
  return (power - 1) * x / math.log(power)
end

local function log_1_more(x)
  local sum = 1 + x
  if sum == 1 or sum == math.huge then return x end
  return math.log(sum) * x / (sum - 1)
end

-- Half of a power, where the power itself may be too large.
local function half_exp(x)
  if x < 700 then return math.exp(x) / 2 end
  return math.exp(x / 2) / 2 * math.exp(x / 2)
end

local function hyperbolic_sine(x)
  local size = math.abs(x)
  local less = exp_less_1(math.min(size, 20))
  local result = size > 20 and half_exp(size) or (less + less / (less + 1)) / 2
  return x < 0 and -result or result
end

local function hyperbolic_cosine(x)
  x = math.abs(x)
  return x > 20 and half_exp(x) or (math.exp(x) + math.exp(-x)) / 2
end

-- A step of Newton's method makes up for the rounding of 1/3.
local function cube_root(x)
  local size = math.abs(x)
  if size == 0 or size == math.huge or x ~= x then return x end
  local root = size ^ (1 / 3)
  root = root - (root * root * root - size) / (3 * root * root)
  return x < 0 and -root or root
end

-- Abramowitz and Stegun, 7.1.6: a series whose terms are all positive; its rest is nothing for
-- 6, where the function is 1 in double.
local function error_function(x)
  if x ~= x then return x end
  if math.abs(x) > 6 then return x > 0 and 1.0 or -1.0 end
  local term, sum, n = x, x, 0
  while math.abs(term) > 1e-17 * math.abs(sum) do
    n = n + 1
    term = term * 2 * x * x / (2 * n + 1)
    sum = sum + term
  end
  return 2 / math.sqrt(math.pi) * math.exp(-x * x) * sum
end

smooth { name = "exp", gradient = function(_, g, v) return g * v end }
smooth { name = "exp2", gradient = function(_, g, v) return g * v * LN2 end }
smooth { name = "expm1", reference = mapped(exp_less_1), gradient = function(_, g, v) return g * (v + 1) end }
smooth { name = "log", gradient = function(_, g, _, a) return g / a end }
smooth { name = "log2", gradient = function(_, g, _, a) return g / (a * LN2) end }
smooth { name = "log10", gradient = function(_, g, _, a) return g / (a * LN10) end }
smooth { name = "log1p", reference = mapped(log_1_more), gradient = function(_, g, _, a) return g / (a + 1) end }
smooth { name = "sqrt", costly = false, gradient = function(_, g, v) return g / (v * 2) end }
smooth { name = "rsqrt", costly = false, gradient = function(_, g, v) return g * v * v * v * -0.5 end }
smooth { name = "cbrt",
  reference = mapped(cube_root),
  gradient = function(_, g, v) return g / (v * v * 3) end }
smooth { name = "sin", gradient = function(ops, g, _, a) return g * ops.cos(a) end }
smooth { name = "cos", gradient = function(ops, g, _, a) return -(g * ops.sin(a)) end }
smooth { name = "tan", gradient = function(_, g, v) return g * (v * v + 1) end }
smooth { name = "asin", reference = mapped(math.asin),
  gradient = function(ops, g, _, a) return g * ops.rsqrt(1 - a * a) end }
smooth { name = "acos", reference = mapped(math.acos),
  gradient = function(ops, g, _, a) return -(g * ops.rsqrt(1 - a * a)) end }
smooth { name = "atan", reference = mapped(math.atan),
  gradient = function(_, g, _, a) return g / (a * a + 1) end }
smooth { name = "sinh", reference = mapped(hyperbolic_sine),
  gradient = function(ops, g, _, a) return g * ops.cosh(a) end }
smooth { name = "cosh", reference = mapped(hyperbolic_cosine),
  gradient = function(ops, g, _, a) return g * ops.sinh(a) end }
smooth { name = "tanh", gradient = function(_, g, v) return g * (1 - v * v) end }
smooth { name = "erf", reference = mapped(error_function),
  gradient = function(ops, g, _, a) return g * ops.exp(-(a * a)) * (2 / math.sqrt(math.pi)) end }
-- Where exp(-x) is infinite, v is 0, and a gradient by way of it would be NaN.
smooth { name = "sigmoid",
  text = function(c, dtype, a)
    local one = c.literal(1.0, dtype)
    return c.divide(dtype, one, ("(%s + %s)"):format(one, c.call(dtype, "exp", c.negate(dtype, a))))
  end,
  reference = function(a) return 1 / (a:neg():exp() + 1) end,
  gradient = function(ops, g, v, a) return g * v * ops.sigmoid(-a) end }

local function rounding(name)
  define { name = name, arity = 1, types = "float", gives = "same", text = call(name),
    reference = method(name), gradient = none }
end
rounding "floor"
rounding "ceil"
rounding "trunc"
rounding "round" -- halves away from zero
rounding "rint" -- halves to even

-- Comparisons

local function comparison(name, sign, reference)
  define { name = name, arity = 2, types = "any", gives = "bool", text = infix(sign),
    reference = function(a, b)
      if a:type() == "bool" then a, b = a:astype("int"), b:astype("int") end
      return a[reference](a, b)
    end, gradient = none }
end
comparison("equal", "==", "eq")
comparison("not_equal", "!=", "ne")
comparison("less", "<", "lt")
comparison("less_equal", "<=", "le")
comparison("greater", ">", "gt")
comparison("greater_equal", ">=", "ge")
define { name = "is_nan", arity = 1, types = "float", gives = "bool",
  text = function(_, _, a) return ("%s != %s"):format(a, a) end,
  reference = function(a) return a:ne(a) end, gradient = none }
define { name = "is_inf", arity = 1, types = "float", gives = "bool",
  text = function(c, dtype, a) return ("%s == %s"):format(c.call(dtype, "fabs", a), c.literal(math.huge, dtype)) end,
  reference = function(a) return a:abs():eq(math.huge) end, gradient = none }

-- Of bools

define { name = "logical_and", arity = 2, types = "bool", gives = "bool", text = infix "&",
  reference = masks(tensor.band), gradient = none }
define { name = "logical_or", arity = 2, types = "bool", gives = "bool", text = infix "|",
  reference = masks(tensor.bor), gradient = none }
define { name = "logical_xor", arity = 2, types = "bool", gives = "bool", text = infix "^",
  reference = masks(tensor.bxor), gradient = none }
define { name = "logical_not", arity = 1, types = "bool", gives = "bool",
  text = function(c, _, a) return c.width and "~" .. a or "!" .. a end,
  reference = function(a) return a:astype("int"):eq(0) end, gradient = none }

-- Of the bits of integers

local function bits(name, sign, reference)
  define { name = name, arity = 2, types = "integer", gives = "same", text = arithmetic(sign),
    reference = method(reference), gradient = none }
end
bits("bit_and", "&", "band")
bits("bit_or", "|", "bor")
bits("bit_xor", "^", "bxor")
define { name = "bit_not", arity = 1, types = "integer", gives = "same",
  text = function(c, dtype, a) return c.narrow(dtype, "~" .. a) end,
  reference = method "bnot", gradient = none }
-- By as many bits as the second operand says, modulo the type's bits, as in OpenCL C; to the right
-- the sign stays.
define { name = "shift_left", arity = 2, types = "integer", gives = "same",
  text = function(c, dtype, a, b) return c.shift(dtype, "<<", a, b) end,
  reference = method "shl", gradient = none }
define { name = "shift_right", arity = 2, types = "integer", gives = "same",
  text = function(c, dtype, a, b) return c.shift(dtype, ">>", a, b) end,
  reference = method "shr", gradient = none }

-- Which: the first operand is a bool, and the others have the type of the result.

define { name = "where", arity = 3, types = "where", gives = "where",
  text = function(c, dtype, mask, a, b) return c.select(dtype, mask, a, b) end,
  reference = function(mask, a, b)
    if a:type() == "bool" then
      return tensor.where(mask, a:astype("int"), b:astype("int")):ne(0)
    end
    return tensor.where(mask, a, b)
  end,
  gradient = function(ops, g, _, mask) return nil, ops.where(mask, g, 0), ops.where(mask, 0, g) end }

-- To the type attributes.dtype. Floats are truncated toward zero on their way to integers, and what
-- the type cannot hold becomes its nearest number (NaN: 0); integers wrap. A bool is what is not 0.
define { name = "cast", arity = 1, types = "cast", gives = "cast",
  reference = function(a, attributes)
    local from, to = a:type(), attributes.dtype
    local floats = { half = true, float = true, double = true }
    if to == "bool" then return from == "bool" and a or a:ne(0) end
    if floats[from] and not floats[to] then return tensor.where(a:eq(a), a, 0):astype(to, "sat") end
    -- In kernels a half is a float.
    if to == "half" then return a:astype("float"):astype("half") end
    return a:astype(to)
  end,
  gradient = function(ops, g, _, a)
    if a.dtype == "half" then return ops.cast(g, "float") end
    if a.dtype == "float" or a.dtype == "double" then return ops.cast(g, a.dtype) end
  end }

---Whether an operand may have the type; else raises nothing.
---@param types string
---@param dtype string
function elementwise.takes(types, dtype)
  local is_float = dtype == "float" or dtype == "double"
  if types == "any" then return dtype ~= "half" end
  if types == "bool" then return dtype == "bool" end
  if types == "float" then return is_float end
  if types == "integer" then return not is_float and dtype ~= "bool" and dtype ~= "half" end
  return dtype ~= "bool" and dtype ~= "half"
end

return elementwise
