-- What the operations of graphs should give, element by element (plain.lua has the others), by loops over
-- lists of numbers: nothing of lua/graph and no arithmetic of tensors is used here, so that a mistake of
-- theirs is not repeated.
--
-- A *plain array* is { dtype =, shape = { … }, data = { … } }: the elements in row-major order, as
-- Lua's numbers; bools are 0 and 1, and an ulong is the integer with the same bits. Floats are
-- computed in double and not rounded, unless `round` is called: who compares says how far off a
-- result may be. Axes count from 0, as in graphs.
local plain = {}

local bits = { char = 8, uchar = 8, short = 16, ushort = 16, int = 32, uint = 32, long = 64, ulong = 64 }
plain.bits = bits

function plain.is_float(dtype) return dtype == "float" or dtype == "double" or dtype == "half" end
function plain.is_unsigned(dtype) return dtype:sub(1, 1) == "u" end

function plain.count(shape)
  local count = 1
  for _, size in ipairs(shape) do count = count * size end
  return count
end

function plain.new(dtype, shape, data) return { dtype = dtype, shape = shape, data = data or {} } end

-- Numbers

-- An integer in the type, as it wraps.
function plain.wrap(dtype, x)
  local n = bits[dtype]
  if n == 64 then return x end
  x = x & ((1 << n) - 1)
  if not plain.is_unsigned(dtype) and x >= 1 << (n - 1) then x = x - (1 << n) end
  return x
end

function plain.least(dtype)
  if plain.is_unsigned(dtype) then return 0 end
  return -(1 << (bits[dtype] - 1))
end
function plain.greatest(dtype)
  if dtype == "ulong" then return -1 end
  return plain.is_unsigned(dtype) and (1 << bits[dtype]) - 1 or (1 << (bits[dtype] - 1)) - 1
end

-- The nearest half: 11 bits, of which those below 2^-24 are lost.
local function to_half(x)
  if x ~= x or x == math.huge or x == -math.huge or x == 0 then return x end
  local size = math.abs(x)
  local exponent = 0
  while size >= 2 ^ (exponent + 1) do exponent = exponent + 1 end
  while exponent > -14 and size < 2 ^ exponent do exponent = exponent - 1 end
  local unit = 2.0 ^ (exponent - 10)
  local whole = size / unit
  local low = math.floor(whole)
  local rest = whole - low
  if rest > 0.5 or rest == 0.5 and low % 2 == 1 then low = low + 1 end
  local rounded = low * unit
  if rounded > 65504 then rounded = math.huge end
  return x < 0 and -rounded or rounded
end

---The nearest number of the type.
function plain.round(dtype, x)
  if dtype == "float" then return (string.unpack("f", string.pack("f", x))) end
  if dtype == "half" then return to_half(x) end
  return x
end

-- A 64-bit integer as a double that rounds to a float as the integer would: what is lost leaves a
-- trace in the last bit.
local function from_integer(dtype, x)
  local scale = 1
  if dtype == "ulong" and x < 0 then
    x, scale = x >> 1 | x & 1, 2
  end
  if x > -(1 << 53) and x < 1 << 53 then return x * 1.0 * scale end
  return ((x >> 11 | ((x & 0x7ff) ~= 0 and 1 or 0)) * 1.0 + (x < 0 and -2.0 ^ 53 or 0)) * 2.0 ^ 11 * scale
end

local function unsigned_less(a, b) return math.ult(a, b) end

-- Of unsigned 64-bit integers.
local function unsigned_divide(a, b)
  if b < 0 then return math.ult(a, b) and 0 or 1 end
  if a >= 0 then return a // b end
  local q = ((a >> 1) // b) << 1
  if not math.ult(a - q * b, b) then q = q + 1 end
  return q
end

-- By 0 integers give 0.
local function truncated_divide(dtype, a, b)
  if b == 0 then return 0 end
  if dtype == "ulong" then return unsigned_divide(a, b) end
  local q = a // b
  if q < 0 and q * b ~= a then q = q + 1 end
  return q
end

local function less(dtype, a, b)
  if dtype == "ulong" then return unsigned_less(a, b) end
  return a < b
end
plain.less = less

-- Functions

local function is_nan(x) return x ~= x end

-- 2 * atanh(x / (2 + x)), by its series: near 0 no digit is lost.
local function log1p(x)
  if is_nan(x) or x == math.huge then return x end
  if x < -1 then return 0 / 0 end
  if x == -1 then return -math.huge end
  if math.abs(x) > 0.4 then return math.log(1 + x) end
  local t = x / (2 + x)
  local power, sum, n = t, 0, 1
  repeat
    local before = sum
    sum = sum + power / n
    power, n = power * t * t, n + 2
  until sum == before
  return 2 * sum
end

local function expm1(x)
  if math.abs(x) > 0.5 or is_nan(x) then return math.exp(x) - 1 end
  local term, sum, n = x, 0, 1
  repeat
    local before = sum
    sum = sum + term
    n = n + 1
    term = term * x / n
  until sum == before
  return x == 0 and x or sum
end

-- The even or odd terms of exp's series, for small arguments.
local function sinh(x)
  if math.abs(x) > 1 or is_nan(x) then
    if math.abs(x) > 700 then return (x > 0 and 1 or -1) * math.exp(math.abs(x) / 2) / 2 * math.exp(math.abs(x) / 2) end
    return (math.exp(x) - math.exp(-x)) / 2
  end
  local term, sum, n = x, 0, 1
  repeat
    local before = sum
    sum = sum + term
    term = term * x * x / ((n + 1) * (n + 2))
    n = n + 2
  until sum == before
  return x == 0 and x or sum
end

local function cosh(x)
  x = math.abs(x)
  return x > 700 and math.exp(x / 2) / 2 * math.exp(x / 2) or (math.exp(x) + math.exp(-x)) / 2
end

local function tanh(x)
  if is_nan(x) then return x end
  if math.abs(x) > 20 then return x > 0 and 1.0 or -1.0 end
  return sinh(x) / cosh(x)
end

-- The series up to 3, the continued fraction of erfc beyond.
local function erf(x)
  if is_nan(x) then return x end
  local size = math.abs(x)
  if size > 6 then return x > 0 and 1.0 or -1.0 end
  if size < 3 then
    local term, sum, n = size, 0, 0
    repeat
      local before = sum
      sum = sum + term
      n = n + 1
      term = term * 2 * size * size / (2 * n + 1)
    until sum == before
    local result = 2 / math.sqrt(math.pi) * math.exp(-size * size) * sum
    return x < 0 and -result or result
  end
  local fraction = 0
  for k = 60, 1, -1 do fraction = k / 2 / (size + fraction) end
  local result = 1 - math.exp(-size * size) / math.sqrt(math.pi) / (size + fraction)
  return x < 0 and -result or result
end

local function cbrt(x)
  if x == 0 or is_nan(x) or math.abs(x) == math.huge then return x end
  local root = math.abs(x) ^ (1 / 3)
  root = root - (root * root * root - math.abs(x)) / (3 * root * root)
  return x < 0 and -root or root
end

local function trunc(x)
  if is_nan(x) or math.abs(x) >= 2.0 ^ 52 then return x end
  return x < 0 and -math.floor(-x) * 1.0 or math.floor(x) * 1.0
end
local function floor(x) return (is_nan(x) or math.abs(x) >= 2.0 ^ 52) and x or math.floor(x) * 1.0 end
local function ceil(x) return (is_nan(x) or math.abs(x) >= 2.0 ^ 52) and x or math.ceil(x) * 1.0 end
local function round_away(x)
  if is_nan(x) or math.abs(x) >= 2.0 ^ 52 then return x end
  local size = math.abs(x)
  local low = math.floor(size)
  if size - low >= 0.5 then low = low + 1 end
  return x < 0 and -low * 1.0 or low * 1.0
end
local function round_even(x)
  if is_nan(x) or math.abs(x) >= 2.0 ^ 52 then return x end
  local low = math.floor(x)
  local rest = x - low
  if rest > 0.5 or rest == 0.5 and low % 2 == 1 then low = low + 1 end
  return low * 1.0
end

-- What each function of floats gives, and its error in ulps by OpenCL's table.
plain.functions = {
  exp = { math.exp, 3 }, exp2 = { function(x) return 2.0 ^ x end, 3 }, expm1 = { expm1, 3 },
  log = { math.log, 3 }, log2 = { function(x) return math.log(x, 2) end, 3 },
  log10 = { function(x) return math.log(x, 10) end, 3 }, log1p = { log1p, 2 },
  sqrt = { math.sqrt, 3 }, rsqrt = { function(x) return 1 / math.sqrt(x) end, 2 }, cbrt = { cbrt, 2 },
  sin = { math.sin, 4 }, cos = { math.cos, 4 }, tan = { math.tan, 5 }, asin = { math.asin, 4 },
  acos = { math.acos, 4 }, atan = { math.atan, 5 }, sinh = { sinh, 4 }, cosh = { cosh, 4 },
  tanh = { tanh, 5 }, erf = { erf, 16 }, floor = { floor, 0 }, ceil = { ceil, 0 }, trunc = { trunc, 0 },
  round = { round_away, 0 }, rint = { round_even, 0 },
  reciprocal = { function(x) return 1 / x end, 2.5 }, sigmoid = { function(x) return 1 / (1 + math.exp(-x)) end, 8 },
  neg = { function(x) return -x end, 0 }, abs = { math.abs, 0 },
  sign = { function(x) return x > 0 and 1.0 or x < 0 and -1.0 or 0.0 end, 0 },
}

local function hypot(a, b)
  a, b = math.abs(a), math.abs(b)
  if a == math.huge or b == math.huge then return math.huge end
  if a < b then a, b = b, a end
  if a == 0 then return a + b end
  return a * math.sqrt(1 + (b / a) * (b / a))
end

-- Division by zero, of floats, is what Lua does.
local function fmod(a, b)
  if is_nan(a) or is_nan(b) or math.abs(a) == math.huge or b == 0 then return 0 / 0 end
  return math.fmod(a, b)
end

plain.functions2 = {
  add = { function(a, b) return a + b end, 0 }, sub = { function(a, b) return a - b end, 0 },
  mul = { function(a, b) return a * b end, 0 }, div = { function(a, b) return a / b end, 2.5 },
  -- A quotient that is nearly whole may be rounded to it before it is cut off.
  idiv = { function(a, b) return floor(a / b) end, 0 }, mod = { fmod, 0 },
  pow = { function(a, b) return a ^ b end, 16 }, atan2 = { math.atan, 6 }, hypot = { hypot, 4 },
  minimum = { function(a, b) return is_nan(a) and b or is_nan(b) and a or math.min(a, b) end, 0 },
  maximum = { function(a, b) return is_nan(a) and b or is_nan(b) and a or math.max(a, b) end, 0 },
}

plain.comparisons = {
  equal = function(_, a, b) return a == b end, not_equal = function(_, a, b) return a ~= b end,
  less = function(t, a, b) return less(t, a, b) end, greater = function(t, a, b) return less(t, b, a) end,
  less_equal = function(t, a, b) return a == b or less(t, a, b) end,
  greater_equal = function(t, a, b) return a == b or less(t, b, a) end,
}

-- Of integers; results wrap.
plain.of_integer = {
  neg = function(_, a) return -a end, bit_not = function(_, a) return ~a end,
  abs = function(t, a) return plain.is_unsigned(t) and a or a < 0 and -a or a end,
  sign = function(t, a) return a == 0 and 0 or plain.is_unsigned(t) and 1 or a < 0 and -1 or 1 end,
}
plain.of_integers = {
  add = function(_, a, b) return a + b end, sub = function(_, a, b) return a - b end,
  mul = function(_, a, b) return a * b end, div = truncated_divide,
  idiv = function(t, a, b) return (b == 0 or plain.is_unsigned(t)) and truncated_divide(t, a, b) or a // b end,
  mod = function(t, a, b) return b == 0 and 0 or a - truncated_divide(t, a, b) * b end,
  minimum = function(t, a, b) return less(t, a, b) and a or b end,
  maximum = function(t, a, b) return less(t, a, b) and b or a end,
  bit_and = function(_, a, b) return a & b end, bit_or = function(_, a, b) return a | b end,
  bit_xor = function(_, a, b) return a ~ b end,
  shift_left = function(t, a, b) return a << (b & (bits[t] - 1)) end,
  shift_right = function(t, a, b)
    local by = b & (bits[t] - 1)
    if plain.is_unsigned(t) then return a >> by end
    return a // (1 << by) * 1 -- rounds down, as the sign's copies do
  end,
}

-- A shift by 63 has no positive divisor.
do
  local right = plain.of_integers.shift_right
  plain.of_integers.shift_right = function(t, a, b)
    if t == "long" and b & 63 == 63 then return a < 0 and -1 or 0 end
    return right(t, a, b)
  end
end

-- Element by element: arrays of the same shape.
local function each(dtype, f, first, ...)
  local others, data = { ... }, {}
  for i = 1, #first.data do
    local b, c = others[1] and others[1].data[i], others[2] and others[2].data[i]
    data[i] = f(first.data[i], b, c)
  end
  return plain.new(dtype, first.shape, data)
end
plain.each = each

---@param name string # an operation with one or two operands
function plain.apply(name, a, b)
  if plain.comparisons[name] then
    local compare = plain.comparisons[name]
    return each("bool", function(x, y) return compare(a.dtype, x, y) and 1 or 0 end, a, b)
  end
  if plain.is_float(a.dtype) then
    local row = (b and plain.functions2 or plain.functions)[name]
    return each(a.dtype, row[1], a, b)
  end
  local f = (b and plain.of_integers or plain.of_integer)[name]
  return each(a.dtype, function(x, y) return plain.wrap(a.dtype, f(a.dtype, x, y)) end, a, b)
end

function plain.where(mask, a, b)
  return each(a.dtype, function(m, x, y) if m ~= 0 then return x end return y end, mask, a, b)
end

local function cast_number(from, to, x)
  if to == "bool" then return x ~= 0 and 1 or 0 end
  if plain.is_float(from) then
    if plain.is_float(to) then return plain.round(to, x) end
    if is_nan(x) then return 0 end
    x = trunc(x)
    local lo = to == "ulong" and 0.0 or plain.least(to) * 1.0
    local top = to == "ulong" and 2.0 ^ 64 or plain.greatest(to) + 1.0
    if x < lo then return plain.least(to) end
    if x >= top then return plain.greatest(to) end
    if to == "ulong" and x >= 2.0 ^ 63 then return math.tointeger(x - 2.0 ^ 63) + math.mininteger end
    return math.tointeger(x)
  end
  if plain.is_float(to) then
    if from == "bool" then return x * 1.0 end
    if to == "double" then
      if from == "ulong" and x < 0 then return (x >> 1 | x & 1) * 2.0 end
      return x * 1.0
    end
    return plain.round(to, from_integer(from, x))
  end
  return plain.wrap(to, x)
end

function plain.cast(a, to)
  return each(to, function(x) return cast_number(a.dtype, to, x) end, a)
end

return plain
