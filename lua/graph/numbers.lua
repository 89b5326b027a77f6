-- The numbers of OpenCL C's scalar types, as Lua's numbers: conversions and arithmetic of
-- constants.
--
-- Integers of all types are Lua integers; a ulong beyond 2^63 - 1 is the negative one with the same
-- bits, as in tensors. Arithmetic is C's on two numbers of one type, which is int or a larger one:
-- it wraps, and `/` and `%` truncate toward zero. The type "real" is that of a floating-point
-- literal without a suffix: it is computed in double, and takes the type of what it meets.
--
--     numbers.convert(number, from, to)             as C's conversion; to integers saturating, as a
--                                                   cast on tensors and devices does
--     numbers.arithmetic[sign](a, b, type)          + - * / % & | ^ << >>; nil: division by 0
--     numbers.compare[sign](a, b, type)             < <= > >= == !=: a boolean

local numbers = {}

-- Bits, and whether there are negative ones.
local integers = {
  bool = { bits = 1 },
  char = { bits = 8, signed = true },
  uchar = { bits = 8 },
  short = { bits = 16, signed = true },
  ushort = { bits = 16 },
  int = { bits = 32, signed = true },
  uint = { bits = 32 },
  long = { bits = 64, signed = true },
  ulong = { bits = 64 },
}
numbers.integers = integers

---The integer that the type has for these bits.
---@param number integer
---@param type string
---@return integer
local function wrap(number, type)
  local kind = integers[type]
  if kind.bits == 64 then return number end
  local mask = (1 << kind.bits) - 1
  number = number & mask
  if kind.signed and number >> (kind.bits - 1) == 1 then number = number - mask - 1 end
  return number
end

-- The value of an integer as a float.
local function to_float(number, type)
  if type == "ulong" and number < 0 then
    -- Half of it, its last bit kept so that it is rounded once.
    return ((number >> 1) | (number & 1)) * 2.0
  end
  return number + 0.0
end

local function round_to_float(number)
  return (string.unpack("f", string.pack("f", number)))
end

local function float_to_integer(number, type)
  local kind = integers[type]
  if number ~= number then return 0 end
  local low, high = 0.0, 2.0 ^ kind.bits
  if kind.signed then low, high = -(2.0 ^ (kind.bits - 1)), 2.0 ^ (kind.bits - 1) end
  local whole = number < 0 and math.ceil(number) or math.floor(number)
  if whole < low then return kind.signed and -(1 << (kind.bits - 1)) or 0 end
  if whole >= high then
    return kind.signed and (1 << (kind.bits - 1)) - 1 or wrap(-1, type)
  end
  if whole >= 2.0 ^ 63 then return math.tointeger(whole - 2.0 ^ 63) | math.mininteger end
  return math.tointeger(whole)
end

function numbers.convert(number, from, to)
  if to == "bool" then return number ~= 0 and 1 or 0 end
  if integers[to] then
    if integers[from] then return wrap(number, to) end
    return float_to_integer(number, to)
  end
  local float = integers[from] and to_float(number, from) or number
  return to == "float" and round_to_float(float) or float
end

-- Of 64 bits, without a sign.
local function divide_ulong(a, b)
  if b < 0 then
    if math.ult(a, b) then return 0, a end
    return 1, a - b
  end
  local quotient = ((a >> 1) // b) << 1
  local rest = a - quotient * b
  if not math.ult(rest, b) then quotient, rest = quotient + 1, rest - b end
  return quotient, rest
end

local function divide(a, b, type)
  if b == 0 then return nil end
  if type == "ulong" then return divide_ulong(a, b) end
  local rest = math.fmod(a, b)
  return (a - rest) // b, rest
end

-- Of integers what `whole` gives; of floats what `float` gives, rounded.
local function operation(whole, float)
  return function(a, b, type)
    if integers[type] then
      local result = whole(a, b, type)
      return result and wrap(result, type)
    end
    local result = float(a, b)
    return type == "float" and round_to_float(result) or result
  end
end

local function shift_amount(b, type) return b & (integers[type].bits - 1) end

local function shift_right(a, b, type)
  b = shift_amount(b, type)
  if integers[type].signed then return b == 63 and (a < 0 and -1 or 0) or a // (1 << b) end
  return a >> b
end

numbers.arithmetic = {
  ["+"] = operation(function(a, b) return a + b end, function(a, b) return a + b end),
  ["-"] = operation(function(a, b) return a - b end, function(a, b) return a - b end),
  ["*"] = operation(function(a, b) return a * b end, function(a, b) return a * b end),
  ["/"] = operation(function(a, b, type) return (divide(a, b, type)) end,
                    function(a, b) return a / b end),
  ["%"] = operation(function(a, b, type)
    local _, rest = divide(a, b, type)
    return rest
  end, math.fmod),
  ["&"] = operation(function(a, b) return a & b end),
  ["|"] = operation(function(a, b) return a | b end),
  ["^"] = operation(function(a, b) return a ~ b end),
  ["<<"] = operation(function(a, b, type) return a << shift_amount(b, type) end),
  [">>"] = operation(shift_right),
}

local function less(a, b, type)
  if type == "ulong" then return math.ult(a, b) end
  return a < b
end

numbers.compare = {
  ["<"] = less,
  [">"] = function(a, b, type) return less(b, a, type) end,
  ["<="] = function(a, b, type) return less(a, b, type) or a == b end,
  [">="] = function(a, b, type) return less(b, a, type) or a == b end,
  ["=="] = function(a, b) return a == b end,
  ["!="] = function(a, b) return a ~= b end,
}

return numbers
