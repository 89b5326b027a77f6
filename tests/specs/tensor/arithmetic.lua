-- elementwise operations give what plain loops give, in every type
local tensor = require "tensor"

local function check(t, expected, what)
  assert(t:count() == #expected, what)
  for i, v in t:each() do
    local e = expected[i + 1]
    assert(v == e or (v ~= v and e ~= e),
      ("%s: element %d is %s, expected %s"):format(what, i, v, e))
  end
end

local function each(t, u, f)
  local list = {}
  for i, v in t:each() do list[i + 1] = f(v, type(u) == "number" and u or u:at(i)) end
  return list
end

local bits = { char = 8, uchar = 8, short = 16, ushort = 16, int = 32, uint = 32, long = 64 }
local function wrap(kind, v)
  local n = bits[kind]
  if n == 64 then return v end
  v = v & ((1 << n) - 1)
  if kind:sub(1, 1) ~= "u" and v >= 1 << (n - 1) then v = v - (1 << n) end
  return v
end
local function quotient(a, b) -- truncated, as C has it
  local q = a // b
  if q < 0 and q * b ~= a then q = q + 1 end
  return q
end

for kind in pairs(bits) do
  local signed = kind:sub(1, 1) ~= "u"
  local a = tensor.random(kind, { 1000 }, 1, signed and -120 or 0, 120)
  local b = tensor.random(kind, { 1000 }, 2, 1, 120)
  local w = function(v) return wrap(kind, v) end
  check(a + b, each(a, b, function(x, y) return w(x + y) end), kind .. " +")
  check(a - b, each(a, b, function(x, y) return w(x - y) end), kind .. " -")
  check(a * b, each(a, b, function(x, y) return w(x * y) end), kind .. " *")
  check(a / b, each(a, b, function(x, y) return w(quotient(x, y)) end), kind .. " /")
  check(a // b, each(a, b, function(x, y) return w(x // y) end), kind .. " //")
  check(a % b, each(a, b, function(x, y) return w(x - quotient(x, y) * y) end), kind .. " %")
  check(a ^ 3, each(a, b, function(x) return w(x * x * x) end), kind .. " ^")
  check(-a, each(a, b, function(x) return w(-x) end), kind .. " unary -")
  check(a & b, each(a, b, function(x, y) return w(x & y) end), kind .. " &")
  check(a | 5, each(a, b, function(x) return w(x | 5) end), kind .. " |")
  check(a ~ b, each(a, b, function(x, y) return w(x ~ y) end), kind .. " ~")
  check(a << 2, each(a, b, function(x) return w(x << 2) end), kind .. " <<")
  check(a >> 1, each(a, b, function(x) return w(x // 2) end), kind .. " >>")
  check(~a, each(a, b, function(x) return w(~x) end), kind .. " unary ~")
  check(a:minimum(b), each(a, b, math.min), kind .. " minimum")
  check(a:maximum(7), each(a, 7, math.max), kind .. " maximum")
  check(a:clamp(3, 9), each(a, b, function(x) return math.max(3, math.min(9, x)) end), "clamp")
  check(a:abs(), each(a, b, function(x) return w(math.abs(x)) end), kind .. " abs")
  check(7 - a, each(a, b, function(x) return w(7 - x) end), kind .. " number first")
end

-- floats calculate in their own precision
local function as(kind, v) return tensor.full(kind, { 1 }, v):at(0) end
for _, kind in ipairs { "half", "float", "double" } do
  local a = tensor.random(kind, { 1000 }, 3, -8, 8)
  local b = tensor.random(kind, { 1000 }, 4, 0.5, 8)
  local r = function(v) return as(kind, v) end
  check(a + b, each(a, b, function(x, y) return r(x + y) end), kind .. " +")
  check(a - b, each(a, b, function(x, y) return r(x - y) end), kind .. " -")
  check(a * b, each(a, b, function(x, y) return r(x * y) end), kind .. " *")
  check(a / b, each(a, b, function(x, y) return r(x / y) end), kind .. " /")
  check(a // b, each(a, b, function(x, y) return math.floor(r(x / y)) + 0.0 end), kind .. " //")
  check(b:sqrt(), each(b, b, function(x) return r(math.sqrt(x)) end), kind .. " sqrt")
  check(a:floor(), each(a, b, function(x) return math.floor(x) + 0.0 end), kind .. " floor")
  check(a:relu(), each(a, b, function(x) return math.max(x, 0.0) end), kind .. " relu")
  check(a:map(function(x) return x / 2 end), each(a, b, function(x) return r(x / 2) end), "map")
  check(a:zip_with(b, function(x, y) return x * y end),
    each(a, b, function(x, y) return r(x * y) end), "zip_with")
end
check(tensor.from("float", { 0.1 }) + 0.2, { as("float", as("float", 0.1) + as("float", 0.2)) },
  "numbers are rounded to the tensor's type first")
check(tensor.from("float", { -2.5, 2.5, 3.5, -0.5 }):round(), { -3, 3, 4, -1 }, "round")
check(tensor.from("float", { -2.5, 2.5, 3.5, -0.5 }):rint(), { -2, 2, 4, 0 }, "rint")
check(tensor.from("double", { 1, 0 / 0 }):minimum(2), { 1, 2 }, "NaN gives way to a number")

-- 64 bits
local big = tensor.from("ulong", { -1, 1 })
check(big / 2, { math.maxinteger, 0 }, "ulong / is unsigned")
check(big % 10, { 5, 1 }, "ulong % is unsigned")
check(big >> 60, { 15, 0 }, "ulong >> is unsigned")
check(big:maximum(5), { -1, 5 }, "ulong maximum is unsigned")
check(big:abs(), { -1, 1 }, "ulong abs is unsigned")
check(big:sign(), { 1, 1 }, "ulong sign is unsigned")
check(big:relu(), { -1, 1 }, "ulong relu is unsigned")
check(tensor.from("long", { math.mininteger }) / -1, { math.mininteger }, "overflow wraps")
check(tensor.from("int", { -2147483648 }) / -1, { -2147483648 }, "overflow wraps")

-- comparisons, masks, where
local a = tensor.from("float", { 1, 2, 0 / 0 })
local function bools(mask, expected)
  for i, v in mask:each() do assert(v == expected[i + 1], "mask element " .. i) end
end
bools(a:lt(2), { 1, 0, 0 })
bools(a:le(2), { 1, 1, 0 })
bools(a:eq(2), { 0, 1, 0 })
bools(a:ne(2), { 1, 0, 1 })
bools(a:gt(1), { 0, 1, 0 })
bools(a:ge(1), { 1, 1, 0 })
bools(~a:lt(2), { 0, 1, 1 })
bools(a:lt(2) | a:ge(2), { 1, 1, 0 })
bools(big:gt(1), { 1, 0 })
assert(a:lt(2):any() and not a:lt(2):all() and a:le(2):sum() == 2)
check(tensor.where(a:lt(2), a, -1), { 1, -1, -1 }, "where")
check(tensor.where(a:lt(2), 7, a * 0), { 7, 0, 0 / 0 }, "where with a number first")

-- broadcasting
local column = tensor.from("int", { { 1 }, { 2 } })
local row = tensor.from("int", { 10, 20, 30 })
check(column + row, { 11, 21, 31, 12, 22, 32 }, "a column and a row")
check(row - column, { 9, 19, 29, 8, 18, 28 }, "a row and a column")
check(column:expand { 2, 2 }, { 1, 1, 2, 2 }, "expand")

-- conversion
check(tensor.from("float", { 3.9, -3.9, 300 }):astype "char", { 3, -3, 44 }, "float to char")
check(tensor.from("int", { -1, 256 }):astype "uchar", { 255, 0 }, "int to uchar")
check(tensor.from("ulong", { -1 }):astype "double", { 18446744073709551616.0 }, "ulong to double")
check(tensor.from("float", { -3.7, 300 }):astype "uchar", { 253, 44 }, "float to uchar wraps")
check(tensor.from("float", { -3.7, 300, 0 / 0, 254.9 }):astype("uchar", "sat"), { 0, 255, 0, 254 },
  "float to uchar, saturated")
check(tensor.from("double", { -1e30, 1e30 }):astype("long", "sat"),
  { math.mininteger, math.maxinteger }, "double to long, saturated")
check(tensor.from("double", { -1, 1e30 }):astype("ulong", "sat"):astype "long", { 0, -1 },
  "double to ulong, saturated")
check(tensor.from("int", { -129, 127, 128 }):astype("char", "sat"), { -128, 127, 127 },
  "int to char, saturated")
check(tensor.from("ulong", { -1 }):astype("int", "sat"), { 2147483647 }, "ulong to int, saturated")
check(tensor.from("long", { -1 }):astype("ulong", "sat"):astype "long", { 0 },
  "long to ulong, saturated")
check(tensor.from("int", { 0, 5 }):astype "bool", { 0, 1 }, "int to bool")
