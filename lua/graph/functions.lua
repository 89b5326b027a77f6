-- OpenCL C's functions and constants of numbers, as operations of graphs: what expression.lua
-- calls by name.
--
-- A function is known where its operation is: what `operations` lacks is reported as unknown.
-- Arguments have one type, as in OpenCL C; constants take that of the others, where it holds them.
-- native_ and half_ functions are refused, since they may be as inexact as a device likes.

local nearest = require "graph.nearest"
local numbers = require "graph.numbers"

local functions = {}

-- Names that stand for numbers: value and type.
functions.constants = {
  ["true"] = { 1, "int" },
  ["false"] = { 0, "int" },
  INFINITY = { math.huge, "float" },
  NAN = { 0.0 / 0.0, "float" },
  M_PI_F = { numbers.convert(math.pi, "real", "float"), "float" },
  M_PI_2_F = { numbers.convert(math.pi / 2, "real", "float"), "float" },
  M_PI_4_F = { numbers.convert(math.pi / 4, "real", "float"), "float" },
  M_1_PI_F = { numbers.convert(1 / math.pi, "real", "float"), "float" },
  M_2_PI_F = { numbers.convert(2 / math.pi, "real", "float"), "float" },
  M_E_F = { numbers.convert(math.exp(1), "real", "float"), "float" },
  M_LN2_F = { numbers.convert(math.log(2), "real", "float"), "float" },
  M_LN10_F = { numbers.convert(math.log(10), "real", "float"), "float" },
  M_SQRT2_F = { numbers.convert(2 ^ 0.5, "real", "float"), "float" },
  M_SQRT1_2_F = { numbers.convert(0.5 ^ 0.5, "real", "float"), "float" },
  M_PI = { math.pi, "double" },
  M_E = { math.exp(1), "double" },
  MAXFLOAT = { 0x1.fffffep127, "float" },
  FLT_MAX = { 0x1.fffffep127, "float" },
  FLT_MIN = { 0x1p-126, "float" },
  FLT_EPSILON = { 0x1p-23, "float" },
  DBL_MAX = { 0x1.fffffffffffffp1023, "double" },
  DBL_MIN = { 0x1p-1022, "double" },
  DBL_EPSILON = { 0x1p-52, "double" },
  CHAR_MIN = { -0x80, "int" },
  CHAR_MAX = { 0x7F, "int" },
  UCHAR_MAX = { 0xFF, "int" },
  SHRT_MIN = { -0x8000, "int" },
  SHRT_MAX = { 0x7FFF, "int" },
  USHRT_MAX = { 0xFFFF, "int" },
  INT_MIN = { -0x80000000, "int" },
  INT_MAX = { 0x7FFFFFFF, "int" },
  UINT_MAX = { 0xFFFFFFFF, "uint" },
  LONG_MIN = { math.mininteger, "long" },
  LONG_MAX = { math.maxinteger, "long" },
  ULONG_MAX = { -1, "ulong" },
}

-- Rows: count of arguments; `of`, "float", "integer" or "number" (either); `needs`, the operations;
-- and one of
--   operation    which takes the arguments
--   build        (ops, type, arguments as values …) → a value
-- `gives` is the result's type where it is another one.
local known = {}
functions.known = known

for _, name in ipairs {
  "sqrt", "rsqrt", "cbrt", "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "sin",
  "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "floor",
  "ceil", "round", "rint", "trunc", "erf", "erfc", "tgamma", "lgamma", "sign",
} do
  known[name] = { count = 1, of = "float", operation = name }
end
known.fabs = { count = 1, of = "float", operation = "abs" }
known.isnan = { count = 1, of = "float", operation = "is_nan", gives = "bool" }
known.isinf = { count = 1, of = "float", operation = "is_inf", gives = "bool" }
known.isfinite = { count = 1, of = "float", needs = { "abs", "less" }, gives = "bool",
  build = function(ops, _, a) return ops.less(ops.abs(a), math.huge) end }

for name, operation in pairs {
  pow = "pow", atan2 = "atan2", hypot = "hypot", fmin = "minimum", fmax = "maximum", fmod = "mod",
  copysign = "copysign",
} do
  known[name] = { count = 2, of = "float", operation = operation }
end
known.powr = { count = 2, of = "float", operation = "pow" }
for name, operation in pairs {
  isequal = "equal", isnotequal = "not_equal", isless = "less", islessequal = "less_equal",
  isgreater = "greater", isgreaterequal = "greater_equal",
} do
  known[name] = { count = 2, of = "float", operation = operation, gives = "bool" }
end
known.min = { count = 2, of = "number", operation = "minimum" }
known.max = { count = 2, of = "number", operation = "maximum" }
known.fdim = { count = 2, of = "float", needs = { "sub", "maximum" }, build = function(ops, _, a, b)
  -- Not max(a - b, 0), which has 0 for NaN.
  return ops.where(ops.less_equal(a, b), 0, ops.sub(a, b))
end }
known.mad = { count = 3, of = "float", needs = { "mul", "add" },
  build = function(ops, _, a, b, c) return ops.add(ops.mul(a, b), c) end }
known.fma = { count = 3, of = "float", operation = "fma" }
known.clamp = { count = 3, of = "number", needs = { "minimum", "maximum" },
  build = function(ops, _, a, low, high) return ops.minimum(ops.maximum(a, low), high) end }
known.mix = { count = 3, of = "float", needs = { "sub", "mul", "add" },
  build = function(ops, _, a, b, t) return ops.add(a, ops.mul(ops.sub(b, a), t)) end }
known.step = { count = 2, of = "float", needs = { "less", "where" },
  build = function(ops, type, edge, a)
    return ops.where(ops.less(a, edge), ops.constant(0.0, type), 1.0)
  end }
known.smoothstep = { count = 3, of = "float", needs = { "sub", "div", "minimum", "maximum", "mul" },
  build = function(ops, _, low, high, a)
    local t = ops.div(ops.sub(a, low), ops.sub(high, low))
    t = ops.minimum(ops.maximum(t, 0.0), 1.0)
    return ops.mul(ops.mul(t, t), ops.sub(3.0, ops.mul(t, 2.0)))
  end }
known.radians = { count = 1, of = "float", operation = "mul", with = math.pi / 180 }
known.degrees = { count = 1, of = "float", operation = "mul", with = 180 / math.pi }

local unsigned = { char = "uchar", short = "ushort", int = "uint", long = "ulong" }
known.abs = { count = 1, of = "integer", needs = { "abs", "cast" },
  gives = function(type) return unsigned[type] or type end,
  build = function(ops, type, a)
    if not unsigned[type] then return a end
    return ops.cast(ops.abs(a), unsigned[type])
  end }

---- types --------------------------------------------------------------------------------------

local scalar_types = {
  char = true, uchar = true, short = true, ushort = true, int = true, uint = true, long = true,
  ulong = true, half = true, float = true, double = true, bool = true,
}

function functions.is_vector_type(name)
  local scalar, lanes = name:match("^(%l+)(%d+)$")
  return scalar_types[scalar] ~= nil and (" 2 3 4 8 16 "):find(" " .. lanes .. " ", 1, true) ~= nil
end

local function is_integer(type) return numbers.integers[type] ~= nil end

-- The type of all arguments that are values; nil: there are constants alone.
local function type_of_values(compiler, token, arguments)
  local type
  for _, argument in ipairs(arguments) do
    if not argument.constant then
      if type and argument.type ~= type then
        compiler:fail(argument, "%s: this is %s, and the argument before it %s: convert one of them",
          token.text, argument.type, type)
      end
      type = argument.type
    end
  end
  return type
end

local ranks = { int = 1, uint = 2, long = 3, ulong = 4, real = 5, float = 5, double = 6 }

local function type_of_constants(arguments)
  local type = arguments[1].type
  for _, argument in ipairs(arguments) do
    if ranks[argument.type] > ranks[type] then type = argument.type end
  end
  return type == "real" and "float" or type
end

-- A constant as one of the type, which must hold it where both are integers.
local function take_constant(compiler, token, argument, type)
  if is_integer(type) and not is_integer(argument.type) then
    compiler:fail(argument, "%s: this is a floating-point number, and the other arguments are %s",
      token.text, type)
  end
  local converted = compiler:convert(argument, type)
  local signed = is_integer(type) and (argument.type == "int" or argument.type == "long")
  local holds = not is_integer(type)
    or numbers.convert(converted.value, type, argument.type) == argument.value
      and not (signed and argument.value < 0 and not numbers.integers[type].signed)
      and not (not signed and numbers.integers[type].signed and converted.value < 0)
  if not holds then
    compiler:fail(argument, "%s: the other arguments are %s, which does not hold this", token.text,
      type)
  end
  return converted
end

local function unify(compiler, token, row, arguments)
  local plain = {}
  for i, argument in ipairs(arguments) do
    local is_computed_with = argument.type ~= "half" and argument.type ~= "bool"
    plain[i] = is_computed_with and argument or compiler:promote(argument)
  end
  local type = type_of_values(compiler, token, plain)
  if not type then
    type = type_of_constants(plain)
    if row.of == "float" and is_integer(type) then type = "float" end
  end
  if row.of == "float" and is_integer(type) then
    compiler:fail(arguments[1], "%s is for floating-point numbers, and this is %s: write (float) " ..
      "before it", token.text, type)
  elseif row.of == "integer" and not is_integer(type) then
    compiler:fail(arguments[1], "%s is for integers, and this is %s: of that it is f%s", token.text,
      type, token.text)
  end
  for i, argument in ipairs(plain) do
    plain[i] = argument.constant and take_constant(compiler, token, argument, type) or argument
  end
  return type, plain
end

---- calls --------------------------------------------------------------------------------------

-- What a row takes: all values, or for one operation at least one.
local function operands_of(compiler, row, arguments)
  local any
  local list = {}
  for i, argument in ipairs(arguments) do
    list[i] = argument.value
    any = any or not argument.constant
  end
  for i, argument in ipairs(arguments) do
    if row.build or (not any and i == 1) then list[i] = compiler:as_value(argument) end
  end
  if row.with then list[#list + 1] = row.with end
  return list
end

local function check_count(compiler, token, count, arguments)
  if #arguments == count then return end
  compiler:fail(token, "%s takes %d argument%s, and here are %d", token.text, count,
    count == 1 and "" or "s", #arguments)
end

-- The nearest number of the type, of an integer.
local function saturate(compiler, operand, type)
  local ops = compiler.operations
  local from, to = numbers.integers[operand.type], numbers.integers[type]
  local value = operand.value
  local from_bits = from.bits - (from.signed and 1 or 0)
  local to_bits = to.bits - (to.signed and 1 or 0)
  if from.signed and not to.signed then
    value = ops.maximum(value, 0)
  elseif from.signed and to.signed and from.bits > to.bits then
    value = ops.maximum(value, -(1 << to_bits))
  end
  if from_bits > to_bits then value = ops.minimum(value, (1 << to_bits) - 1) end
  return { value = value, type = operand.type, at = operand.at }
end

local roundings = { rte = "rint", rtp = "ceil", rtn = "floor", rtz = "trunc" }

-- convert_T[_sat][_rounding]
local function convert(compiler, token, type, rest, arguments)
  check_count(compiler, token, 1, arguments)
  local operand = arguments[1]
  local rounding = rest:match("_(rt%l)$")
  local saturates = rest:find("^_sat") ~= nil
  local understood = (saturates and "_sat" or "") .. (rounding and "_" .. rounding or "")
  if rest ~= understood then return nil end
  if operand.type == "bool" then operand = compiler:promote(operand) end
  local from_float, to_float = not is_integer(operand.type), not is_integer(type)
  if rounding and (to_float or not roundings[rounding]) and rounding ~= "rte" then
    compiler:fail(token, "%s: only conversions to integers are rounded in another way", token.text)
  end
  if operand.constant and (saturates or (rounding and from_float)) then
    operand = { value = compiler:as_value(operand), at = operand.at,
                type = operand.type == "real" and "float" or operand.type }
  end
  if from_float and rounding and not to_float then
    local rounded = compiler.operations[roundings[rounding]](operand.value)
    operand = { value = rounded, type = operand.type, at = operand.at }
  end
  if saturates and not from_float and not to_float then
    operand = saturate(compiler, operand, type)
  end
  return compiler:convert(operand, type)
end

-- c ? b : a
local function select(compiler, token, arguments)
  check_count(compiler, token, 3, arguments)
  local type, values = unify(compiler, token, { of = "number" }, { arguments[1], arguments[2] })
  local truth = compiler:truth(arguments[3])
  if truth.constant then return truth.value ~= 0 and values[2] or values[1] end
  local a, b = values[1], values[2]
  local no = a.constant and b.constant and compiler:as_value(a) or a.value
  return { value = compiler.operations.where(truth.value, b.value, no), type = type }
end

local function is_available(compiler, row)
  for _, name in ipairs(row.needs or { row.operation }) do
    if not rawget(compiler.operations, name) then return false end
  end
  return true
end

local function fail_unknown(compiler, token)
  local name = token.text
  if name:find("^native_") or name:find("^half_") then
    compiler:fail(token, "%s may be as inexact as a device likes: write %s", name,
      name:gsub("^%l+_", ""))
  elseif name:find("^get_") then
    compiler:fail(token, "an expression is the same for every element: there is no %s", name)
  elseif name:find("^as_") then
    compiler:fail(token, "%s: a value is not seen as bits of another type", name)
  end
  local names = { "select" }
  for function_name, row in pairs(known) do
    if is_available(compiler, row) then names[#names + 1] = function_name end
  end
  for type in pairs(scalar_types) do names[#names + 1] = "convert_" .. type end
  table.sort(names)
  local near = nearest(name, names)
  compiler:fail(token, "there is no function '%s'%s", name,
    near and ("; did you mean '%s'?"):format(near) or "")
end

---The operand that a call gives; `token` is the function's name.
function functions.call(compiler, token, arguments)
  local to, rest = token.text:match("^convert_(%l+)(.*)$")
  local operand
  if scalar_types[to] then
    operand = convert(compiler, token, to, rest, arguments)
  elseif token.text == "select" then
    operand = select(compiler, token, arguments)
  end
  if operand then return operand end
  local row = known[token.text]
  if not row or not is_available(compiler, row) then fail_unknown(compiler, token) end
  check_count(compiler, token, row.count, arguments)
  local unified, plain = unify(compiler, token, row, arguments)
  local operands = operands_of(compiler, row, plain)
  local ops = compiler.operations
  local value = row.build and row.build(ops, unified, table.unpack(operands))
    or ops[row.operation](table.unpack(operands))
  local gives = row.gives
  if type(gives) == "function" then gives = gives(unified) end
  return { value = value, type = gives or unified }
end

return functions
