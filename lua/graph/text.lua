-- Pieces of OpenCL C: what an operation looks like for a type.
--
-- In kernels a half is a float (it is loaded and stored as a half), and a bool is an int, 0 or 1.
local branchless = require "graph.branchless"
local native = require "graph.native"

local text = {}

local in_kernel = { bool = "int", half = "float" }
local stored_as = { bool = "uchar" }
local bits = { char = 8, uchar = 8, short = 16, ushort = 16, int = 32, uint = 32, long = 64, ulong = 64 }
local unsigned = { char = "uchar", short = "ushort", int = "uint", long = "ulong" }

---A variable's type.
function text.type(dtype) return in_kernel[dtype] or dtype end

---The type of an array's elements.
function text.storage(dtype) return stored_as[dtype] or dtype end

---Of the indices of a kernel whose largest array has so many elements: half of an int's range is left
---for what lies beyond ends, as the last work-items of a launch, and what pads.
function text.index_type(count) return count < 1 << 30 and "int" or "long" end

local function is_float(dtype) return dtype == "float" or dtype == "double" or dtype == "half" end

---@param number number
---@param dtype string
function text.literal(number, dtype)
  if dtype == "half" then dtype = "float" end
  if is_float(dtype) then
    local written = native.float_text(number, dtype)
    return number < 0 and "(" .. written .. ")" or written
  end
  local whole = math.tointeger(number)
  if whole == math.mininteger then return "LONG_MIN" end
  if dtype == "int" and whole == -(1 << 31) then return "INT_MIN" end
  local suffix = dtype == "long" and "l" or dtype == "uint" and "u" or ""
  if dtype == "ulong" then return ("0x%xul"):format(whole) end
  return whole < 0 and ("(%d%s)"):format(whole, suffix) or ("%d%s"):format(whole, suffix)
end

function text.load(dtype, array, place)
  if dtype == "half" then return ("vload_half(%s, %s)"):format(place, array) end
  if dtype == "bool" then return ("%s[%s] != 0"):format(array, place) end
  return ("%s[%s]"):format(array, place)
end

function text.store(dtype, array, place, element)
  if dtype == "half" then return ("vstore_half(%s, %s, %s);"):format(element, place, array) end
  if dtype == "bool" then return ("%s[%s] = (uchar)%s;"):format(array, place, element) end
  return ("%s[%s] = %s;"):format(array, place, element)
end

---A call of a function whose arguments and result have the type. C's integers are promoted to int
---where they are computed with, which choosing between overloads must not see.
function text.call(dtype, name, ...)
  local arguments = { ... }
  if bits[dtype] and bits[dtype] < 32 then
    for i, argument in ipairs(arguments) do arguments[i] = ("(%s)%s"):format(dtype, argument) end
  end
  return ("%s(%s)"):format(name, table.concat(arguments, ", "))
end

---What was computed as an int goes back to a smaller type.
function text.narrow(dtype, expression)
  if bits[dtype] and bits[dtype] < 32 then return ("(%s)(%s)"):format(dtype, expression) end
  return expression
end

---Integers wrap: signed ones are computed with as unsigned ones, as C leaves their overflow undefined.
---A product of two ushort, which C computes as int, may overflow, too.
function text.wrap(dtype, sign, a, b)
  if dtype == "int" or dtype == "long" then
    return ("(%s)((%s)%s %s (%s)%s)"):format(dtype, unsigned[dtype], a, sign, unsigned[dtype], b)
  end
  if dtype == "ushort" and sign == "*" then return ("(ushort)((uint)%s * %s)"):format(a, b) end
  return text.narrow(dtype, ("%s %s %s"):format(a, sign, b))
end

function text.negate(dtype, a)
  if is_float(dtype) then return "-" .. a end
  return text.wrap(dtype, "-", text.literal(0, dtype), a)
end

function text.absolute(dtype, a)
  if not unsigned[dtype] then return a end -- unsigned itself
  return ("(%s)abs(%s)"):format(dtype, text.narrow(dtype, a))
end

function text.sign(dtype, a)
  if not unsigned[dtype] then return ("(%s)(%s != 0)"):format(dtype, a) end
  return ("(%s)((%s > 0) - (%s < 0))"):format(dtype, a, a)
end

-- The number that an operand is; nil of a variable.
local function literal_number(operand)
  if operand == "INT_MIN" then return -(1 << 31) end
  if operand == "LONG_MIN" then return math.mininteger end
  return tonumber(operand:match "^%(?(%-?%d[x%x]*)[ul]*%)?$")
end

-- What a division of integers gives, where C leaves none undefined: 0 of a division by 0, and of the
-- least number by -1, which only types have that C does not compute as int, `by_minus_1`.
local function divided(dtype, b, result, by_minus_1)
  local number = literal_number(b)
  if number == 0 then return text.literal(0, dtype) end
  if (dtype == "int" or dtype == "long") and (number or -1) == -1 then
    result = number and by_minus_1 or ("%s == -1 ? %s : %s"):format(b, by_minus_1, result)
  end
  if not number then result = ("%s == 0 ? %s : %s"):format(b, text.literal(0, dtype), result) end
  return text.narrow(dtype, result)
end

---Of integers: toward zero.
function text.divide(dtype, a, b)
  if is_float(dtype) then return ("%s / %s"):format(a, b) end
  return divided(dtype, b, ("%s / %s"):format(a, b), text.negate(dtype, a))
end

---What that leaves.
function text.remainder(dtype, a, b)
  return divided(dtype, b, ("%s %% %s"):format(a, b), text.literal(0, dtype))
end

---Rounds down.
function text.floor_divide(dtype, a, b)
  if not unsigned[dtype] then return text.divide(dtype, a, b) end
  local quotient = ("%s / %s - (%s %% %s != 0 && (%s < 0) != (%s < 0))"):format(a, b, a, b, a, b)
  return divided(dtype, b, quotient, text.negate(dtype, a))
end

---By the second operand modulo the type's bits.
function text.shift(dtype, sign, a, b)
  local by = ("(%s & %d)"):format(b, bits[dtype] - 1)
  if sign == "<<" and unsigned[dtype] then
    return ("(%s)((%s)%s << %s)"):format(dtype, unsigned[dtype], a, by)
  end
  return text.narrow(dtype, ("%s %s %s"):format(a, sign, by))
end

function text.select(_, mask, a, b) return ("%s ? %s : %s"):format(mask, a, b) end

-- Of a small integer type: held within its limits, which an int has as well, so that a device's compiler
-- makes vectors of it. NaN is not greater than anything.
local function saturate(from, to, a)
  local high = (1 << (bits[to] - (unsigned[to] and 1 or 0))) - 1
  local low = unsigned[to] and -high - 1 or 0
  local function number(of) return text.literal(of, from) end
  local within = ("(%s)(int)(%s > %s ? (%s < %s ? %s : %s) : %s)"):format(to, a, number(low), a, number(high), a,
                                                                         number(high), number(low))
  return unsigned[to] and ("%s != %s ? (%s)0 : %s"):format(a, a, to, within) or within
end

---Floats are truncated toward zero; what an integer cannot hold becomes its nearest one.
function text.cast(from, to, a)
  if from == to then return a end
  if to == "bool" then return ("%s != 0"):format(a) end
  if is_float(from) and bits[to] and bits[to] < 32 then return saturate(from, to, a) end
  -- NaN is 0 by OpenCL, but not by every driver.
  if is_float(from) and bits[to] then return ("%s != %s ? (%s)0 : convert_%s_sat(%s)"):format(a, a, to, to, a) end
  if to == "half" or from == "half" then
    return (from == "half" and to == "float" or to == "half" and from == "float") and a or ("(%s)%s"):format(text.type(to), a)
  end
  return ("(%s)%s"):format(text.type(to), a)
end

-- Compilers that contract

-- NVIDIA's makes one operation of a product and a sum, in spite of FP_CONTRACT OFF. It rounds once then,
-- and a fused kernel differs from separate ones. It makes a product of a quotient, too, where it knows the
-- divisor. So there products and quotients are instructions of their own, which round as IEEE 754 says.
local FUNCTION = [[
#ifdef __NV_CL_C_VERSION
static inline TYPE NAME(TYPE a, TYPE b) {
  TYPE result;
  asm("INSTRUCTION.rn.BITS %0, %1, %2;" : "=LETTER"(result) : "LETTER"(a), "LETTER"(b));
  return result;
}
#else
#define NAME(a, b) ((a) SIGN (b))
#endif
]]
local types = { float = { TYPE = "float", BITS = "f32", LETTER = "f" },
                double = { TYPE = "double", BITS = "f64", LETTER = "d" } }
local instructions = { times = { INSTRUCTION = "mul", SIGN = "*" }, divided = { INSTRUCTION = "div", SIGN = "/" } }

local exact = setmetatable({}, { __index = text })

function exact.wrap(dtype, sign, a, b)
  if sign == "*" and types[dtype] then return ("times_%s(%s, %s)"):format(dtype, a, b) end
  return text.wrap(dtype, sign, a, b)
end

function exact.divide(dtype, a, b)
  if types[dtype] then return ("divided_%s(%s, %s)"):format(dtype, a, b) end
  return text.divide(dtype, a, b)
end

-- For CPUs.
local in_vectors = setmetatable({}, { __index = text })

function in_vectors.call(dtype, name, ...)
  return text.call(dtype, dtype == "float" and branchless.name(name) or name, ...)
end

---What operations write for a device: this module, or where its compiler contracts, the same with other
---products, or for CPUs with other functions. (To see what they cost, have it give `text` always.)
---@param device gpu.Device
function text.of(device)
  if device.gpu then return (device.vendor or ""):find "NVIDIA" and exact or text end
  return device.checks and text or in_vectors
end

---The functions that a kernel's text needs before it: mostly none.
---@param source string
function text.prelude(source)
  local parts = { branchless.prelude(source) }
  for _, operation in ipairs { "times", "divided" } do
    for _, dtype in ipairs { "float", "double" } do
      local name = operation .. "_" .. dtype
      if source:find(name, 1, true) then
        local words = setmetatable({ NAME = name }, { __index = function(_, word)
          return instructions[operation][word] or types[dtype][word]
        end })
        parts[#parts + 1] = (FUNCTION:gsub("%u%u+", words))
      end
    end
  end
  return table.concat(parts)
end

return text
