-- OpenCL C expressions as values (lua/graph/expression.lua): what they come to, on tensors, is what
-- kernels with the same text compute; and every mistake is told with its place.
local check = require "check"
local expression = require "graph.expression"
local gpu = require "gpu"
local operations = require "tensor_operations"
local tensor = require "tensor"

local COUNT, EXPRESSIONS = 48, 60
operations.count = COUNT

local types = { a = "uchar", b = "char", s = "ushort", i = "int", j = "int", u = "uint", l = "long", x = "float", y = "float" }
local names = {}
for name in pairs(types) do names[#names + 1] = name end
table.sort(names)
local arrays, values = {}, {}
for seed, name in ipairs(names) do
  local dtype = types[name]
  local is_unsigned = dtype:find("^u") ~= nil
  local low, high = is_unsigned and 0 or -5, dtype == "uchar" and 255 or 5
  arrays[name] = tensor.random(dtype, { COUNT }, seed, low, high)
  values[name] = { dtype = dtype, elements = arrays[name] }
end

local function compile(text, result_types)
  return expression.compile(text, values, {
    operations = operations, title = "foreach 'f'", types = result_types,
  })
end

-- Single ones

local function of(text, type)
  local out = compile("out = " .. text, { out = type }).out
  if math.type(out) then return out end
  return tostring(out.elements:slice(0, 4)):match("{(.*)}")
end

for text, wanted in pairs {
  ["7 / 2 + -7 / 2"] = 0,
  ["7 % -2 * 10 + -7 % 2"] = 9,
  ["2147483647 + 1"] = -2147483648,
  ["4294967295u + 1"] = 0,
  ["2147483648"] = 2147483648,
  ["0xFFFFFFFF + 0"] = 4294967295,
  ["-1 > 0u"] = 1,
  ["-1 < 0"] = 1,
  ["18446744073709551615ul / 10"] = 1844674407370955161,
  ["18446744073709551615u % 10"] = 5,
  ["017 + 0x1F"] = 46,
  ["1 << 33"] = 2,
  ["-16 >> 2"] = -4,
  ["3u >> 1"] = 1,
  ["1 ? 2 : 1 / 0"] = 2,
  ["0 && 1 / 0"] = 0,
  ["1 || 1 / 0"] = 1,
  ["!3 + ~4"] = -5,
  ["(char)200"] = -56,
  ["(uchar)300.7f"] = 255,
  ["(int)-2.9f"] = -2,
  ["1.5f * 2"] = 3.0,
  ["0x1p-2f + .25f"] = 0.5,
  ["convert_uchar(257)"] = 1,
  ["INT_MAX"] = 2147483647,
} do
  check.is(compile("out = " .. text).out, wanted, text .. " is " .. wanted)
end
for text, wanted in pairs {
  ["7 / (i - i) + 7 % (i - i)"] = "0, 0, 0, 0",
  ["i == i ? 3 : 1 / i"] = "3, 3, 3, 3",
  ["i != i ? i / 0 : i % 1"] = "0, 0, 0, 0",
  ["(INT_MIN + i - i) / (i - i - 1)"] = "-2147483648, -2147483648, -2147483648, -2147483648",
  ["(INT_MIN + i - i) % (i - i - 1)"] = "0, 0, 0, 0",
  ["(a - a) / (u - u)"] = "0, 0, 0, 0",
  ["(int)(x * 0.0f / (y - y))"] = "0, 0, 0, 0",
} do
  check.is(of(text, "int"), wanted, text .. " is " .. wanted)
end
check.is(compile("out = 1 ? i : i / 0").out.elements:equal(arrays.i), true, "what is never reached may divide by 0")
check.is(compile("out = 0.1f").out, string.unpack("f", string.pack("f", 0.1)), "a literal with f is a float")
check.is(compile("out = 3; out *= 2; out <<= 1; t = out").t, 12, "names are assigned again")
check.is(compile("out = 1 /* one */ + // two\n 2").out, 3, "comments are blanks")
check.is(compile("out = (a + 200) / 2").out.dtype, "int", "what is smaller than int is computed as int")
check.is(compile("out = i * 0.5").out.dtype, "float", "a literal without a suffix is float beside integers")
check.is(compile("uchar out = i").out.dtype, "uchar", "a declared type is kept")
check.is(compile("out = x > 0", { out = "float" }).out.dtype, "float", "so is one that is said")

-- As kernels have it

math.randomseed(tonumber(arg[1]) or 5)
local function pick(list) return list[math.random(#list)] end
local function random_expression(depth)
  local function more() return random_expression(depth - 1) end
  if depth == 0 or math.random(6) == 1 then
    if math.random(4) == 1 then return pick { "3", "2u", "7", "1.5f", "0.25f", "5l" } end
    return pick(names)
  end
  local kind = math.random(9)
  if kind <= 3 then return ("(%s %s %s)"):format(more(), pick { "+", "-", "*" }, more()) end
  if kind == 4 then return ("(%s %s %s)"):format(more(), pick { "<", "<=", ">", ">=", "==", "!=" }, more()) end
  if kind == 5 then return ("(%s %s %s)"):format(more(), pick { "&&", "||" }, more()) end
  if kind == 6 then return ("(%s != 0 ? %s : %s)"):format(more(), more(), more()) end
  if kind == 7 then return ("%s(%s)"):format(pick { "-", "!" }, more()) end
  local integer = pick { "a", "b", "s", "i", "u", "l", "(int)x", "(a + i)" }
  local other = pick { "a", "b", "s", "i", "j", "u", "l" }
  if kind == 8 then
    return ("(%s != 0 ? %s %s %s : %s)"):format(other, integer, pick { "/", "%" }, other, more())
  end
  return pick {
    ("(%s %s %s)"):format(integer, pick { "&", "|", "^" }, other),
    ("(u %s %s)"):format(pick { "<<", ">>" }, pick { "3", "(u & 7)", "a % 8" }),
    ("min(%s, %s)"):format("i", "j"), ("max(x, %s)"):format(pick { "y", "0.5f" }),
    ("fabs(%s)"):format(pick { "x", "y" }), "(int)" .. pick(names), "~" .. other,
    ("(%s)%s"):format(pick { "uchar", "char", "short", "uint", "long" }, integer), "abs(i)",
    ("clamp(%s, 1, 4)"):format(pick { "i", "j" }),
  }
end

local outputs = { "uchar", "int", "uint", "long", "float" }
local texts, lines = {}, {}
for k = 1, EXPRESSIONS do
  local type = outputs[(k - 1) % #outputs + 1]
  local text = random_expression(3)
  -- A float that an integer does not hold is undefined in a kernel.
  if type ~= "float" then text = ("(%s) != 0 ? 1 : (%s) > 2"):format(text, random_expression(2)) end
  if type ~= "float" and math.random(2) == 1 then
    text = pick { "a * i + j", "(u + i) / 3u", "l * b - s", "(a + a) / 2", "s << 3", "i & ~j | a", "-u", "a != 0 ? b : s", "(u > i) + (b < u) * 2" }
  end
  texts[k] = { type = type, text = text }
  lines[k] = ("  out_%s[%d * %d + n] = %s;"):format(type, (k - 1) // #outputs, COUNT, text)
end
local parameters, loads = {}, {}
for _, type in ipairs(outputs) do parameters[#parameters + 1] = ("__global %s *out_%s"):format(type, type) end
for _, name in ipairs(names) do
  parameters[#parameters + 1] = ("__global const %s *in_%s"):format(types[name], name)
  loads[#loads + 1] = ("  const %s %s = in_%s[n];"):format(types[name], name, name)
end
local source = ("#pragma OPENCL FP_CONTRACT OFF\n__kernel void all(%s) {\n  const int n = get_global_id(0);\n%s\n%s\n}\n")
  :format(table.concat(parameters, ", "), table.concat(loads, "\n"), table.concat(lines, "\n"))

local ctx = gpu.DeviceContext()
local arguments, results = {}, {}
for _, type in ipairs(outputs) do
  results[type] = ctx:enqueue_create_buffer(type, EXPRESSIONS // #outputs * COUNT)
  arguments[#arguments + 1] = results[type]
end
for _, name in ipairs(names) do
  local buffer = ctx:enqueue_create_buffer(types[name], COUNT)
  ctx:enqueue_copy { src = arrays[name], dst = buffer }
  arguments[#arguments + 1] = buffer
end
arguments[#arguments + 1] = { global = COUNT }
ctx:enqueue_function(ctx:compile_function { source = source }, table.unpack(arguments))
local differ = {}
for type, buffer in pairs(results) do results[type] = buffer:tensor() end
for k, one in ipairs(texts) do
  local made = compile("out = " .. one.text, { out = one.type }).out
  if math.type(made) then made = operations.constant(made, one.type) end
  local first = (k - 1) // #outputs * COUNT
  local wanted = results[one.type]:slice(first, first + COUNT)
  if not made.elements:equal(wanted) then
    differ[#differ + 1] = ("%s = %s\n%s\n%s"):format(one.type, one.text, made.elements, wanted)
  end
end
check.is(table.concat(differ, "\n"), "", EXPRESSIONS .. " random expressions are what a kernel computes")

-- Mistakes

local function fails(text, column, message, types_given)
  local line = text:match("^[^\n]*")
  local mark = (" "):rep(column - 1)
  check.fails(function() compile(text, types_given) end,
    ("foreach 'f': %s: column %d: %s\n  %s\n  %s^"):format(line, column, message, line, mark),
    text:sub(1, 40) .. ": " .. message)
end
fails("out = x ** 2", 10, "there are no pointers, and no '**': a power is pow(x, y)")
fails("out = x + z2", 11, "there is no 'z2'; there are a, b, i, j, l, s, u, x, y")
fails("o1 = x; out = o2", 15, "there is no 'o2'; did you mean 'o1'?")
fails("out = sqr(x)", 7, "there is no function 'sqr'; did you mean 'sqrt'?")
fails("out = native_sqrt(x)", 7, "native_sqrt may be as inexact as a device likes: write sqrt")
fails("out = get_global_id(0)", 7, "an expression is the same for every element: there is no get_global_id")
fails("out = as_int(x)", 7, "as_int: a value is not seen as bits of another type")
fails("x = 2", 1, "'x' is an input, which is only read")
fails("out = x[1]", 8, "a foreach sees one element of each input: 'x' is that element")
fails("out = x.s0", 8, "there are no vectors and no structs")
fails("out = (float4)x", 8, "float4: an expression is written for one element; it is vectorised by itself")
fails("out = ~x", 7, "'~' is for integers, and this is float")
fails("out = i & x", 9, "'&' is for integers, and one side is float")
fails("out = i % 1.5f", 9, "'%' is for integers; of floats it is fmod(x, y)")
fails("out = 1 << x", 9, "'<<' is for integers, and one side is float")
fails("out = x <", 10, "an operand is missing at the end")
fails("out = x + ;", 11, "an operand is missing before ';'")
fails("out = (x", 9, "')' is missing that belongs to a '('")
fails("out = x ? 1", 12, "':' is missing after the first case of '?'")
fails("out = x, y", 8, "';' is missing after the expression before ','")
fails("out x", 1, "'out' is no type of one number")
fails("out == x", 5, "'=' is missing after 'out'")
fails("out = x++", 8, "there is no '++': write x + 1")
fails("flaot t = x", 1, "'flaot' is no type of one number; did you mean 'float'?")
fails("sqrt = x", 1, "'sqrt' has a meaning already; assign another name")
fails("", 1, "there is no assignment")
fails("2 = x", 1, "an assignment 'name = expression' is missing")
fails("out = 1 / 0", 11, "this is 0: nothing is divided by 0")
fails("out = i / 0", 11, "this is 0: nothing is divided by 0")
fails("out = sqrt(i)", 12, "sqrt is for floating-point numbers, and this is int: write (float) before it")
fails("out = abs(x)", 11, "abs is for integers, and this is float: of that it is fabs")
fails("out = sqrt(x, y)", 7, "sqrt takes 1 argument, and here are 2")
fails("out = max(i, x)", 14, "max: this is float, and the argument before it int: convert one of them")
fails("out = max(i, 0.5f)", 14, "max: this is a floating-point number, and the other arguments are int")
fails("out = max(b, 200)", 14, "max: the other arguments are char, which does not hold this")
fails("out = 08", 7, "the number 08 is none that 64 bits hold")
fails("out = 18446744073709551616", 7, "the number 18446744073709551616 is none that 64 bits hold")
fails("out = 9223372036854775808", 7, "the number 9223372036854775808 needs the suffix u: a long does not hold it")
fails("out = 1.5h", 7, "half is for storage: 1.5h has no suffix h")
fails("out = 1x", 7, "'1x' is no number")
fails("out = x $ 2", 9, "'$' has no meaning here")
fails("out = x /* 2", 9, "this comment has no end")
fails("out = " .. ("("):rep(200), 57, "it is nested too deeply")
fails("float out = x", 7, "'out' is int already", { out = "int" })
check.fails(function()
  expression.compile("out = h + 1", { h = { dtype = "half" } }, { operations = operations, title = "t" })
end, "t: out = h + 1: column 7: half is for storage: write (float) before it to compute\n  out = h + 1\n        ^")
check.fails(function() compile("out = x;\nout = q1") end,
  "foreach 'f': out = q1: line 2, column 7: there is no 'q1'; there are a, b, i, j, l, out, s, u, x, y\n  out = q1\n        ^")
check.finish()
