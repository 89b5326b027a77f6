-- Every elementwise operation, of every type: against plain.lua on the CPU's path and on the device.
--
--   workbench lua elementwise.lua [few|all|gpu|cpu] [SEED]      few: what a slow compiler of kernels can do;
--   all: all types, and each operation in a kernel of its own, too; gpu, cpu: and as for such a device
local check, ops, plain = require "check", require "ops", require "plain"

local few, all = arg[1] == "few", arg[1] == "all" or arg[1] == "gpu" or arg[1] == "cpu"
if arg[1] == "gpu" or arg[1] == "cpu" then check.pretend { gpu = arg[1] == "gpu", checks = false } end
check.few = few
local rng = plain.generator(tonumber(arg[#arg]) or 1)
local integers = { "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong" }
local floats = { "float", "double" }
local infinity, nan = math.huge, 0 / 0

local function sorted(list)
  local names = {}
  for name in pairs(list) do names[#names + 1] = name end
  table.sort(names)
  return names
end

-- Numbers at which functions of floats do something of their own, and others of all sizes.
local function interesting(dtype, count)
  local data = { 0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, infinity, -infinity, nan, 1e-6, -1e-6, 1e-3,
                 8.0, 27.0, 100.0, -100.0, 1e10, 87.3, -87.3 }
  while #data < count do
    local x = rng:number(-1, 1) * 10.0 ^ rng:integer(-6, 2)
    data[#data + 1] = rng:chance(0.3) and math.abs(x) or x
  end
  for i, x in ipairs(data) do data[i] = plain.round(dtype, x) end
  return plain.new(dtype, { #data }, data)
end

-- The references have an error of their own in double.
local function bound(dtype, ulps)
  if ulps == 0 then return {} end
  if dtype == "double" then return { ulps = ulps + 3 } end
  return { ulps = ulps + 0.5, absolute = 2.0 ^ -126 } -- what is smaller may be lost
end

-- Functions of one float

for _, dtype in ipairs(floats) do
  local x = interesting(dtype, 67)
  local names, expect, within = {}, {}, {}
  for _, name in ipairs(sorted(plain.functions)) do
    names[#names + 1] = name
    expect[#expect + 1] = plain.apply(name, x)
    within[#within + 1] = bound(dtype, plain.functions[name][2])
  end
  local is_nan = plain.each("bool", function(a) return a ~= a and 1 or 0 end, x)
  local is_inf = plain.each("bool", function(a) return math.abs(a) == infinity and 1 or 0 end, x)
  names[#names + 1], expect[#expect + 1], within[#within + 1] = "is_nan", is_nan, {}
  names[#names + 1], expect[#expect + 1], within[#within + 1] = "is_inf", is_inf, {}
  check.case {
    name = "functions of " .. dtype, inputs = { x }, names = names, expect = expect, within = within,
    pack = "stack", unfused = all and dtype == "float", few = dtype == "float",
    build = function(v)
      local list = {}
      for i, name in ipairs(names) do list[i] = ops[name](v) end
      return list
    end,
  }
end

-- Functions of two floats

for _, dtype in ipairs(floats) do
  local a, b = interesting(dtype, 31), interesting(dtype, 29)
  a, b = plain.broadcast(a, { 29, 31 }), plain.broadcast(plain.reshape(b, { 29, 1 }), { 29, 31 })
  local names, expect, within, inputs = {}, {}, {}, {}
  for _, name in ipairs(sorted(plain.functions2)) do
    names[#names + 1] = name
    expect[#expect + 1] = plain.apply(name, a, b)
    -- A quotient is rounded before it is cut off.
    if name == "idiv" then
      expect[#expect] = plain.each(dtype, function(x, y) return plain.functions.floor[1](plain.round(dtype, x / y)) end, a, b)
    end
    within[#within + 1] = bound(dtype, plain.functions2[name][2])
  end
  inputs[1], inputs[2] = a, b
  for _, name in ipairs(sorted(plain.comparisons)) do
    names[#names + 1] = name
    expect[#expect + 1] = plain.apply(name, a, b)
    within[#within + 1] = {}
  end
  check.case {
    name = "functions of two " .. dtype .. "s", inputs = inputs, names = names, expect = expect, within = within,
    pack = "stack", unfused = all and dtype == "float", few = dtype == "float",
    build = function(v, w)
      local list = {}
      for i, name in ipairs(names) do list[i] = ops[name](v, w) end
      return list
    end,
  }
end

-- Integers: they wrap, and by 0 they give 0. The ends of the type, 0 and -1 meet each other.

for _, dtype in ipairs(all and integers or { "char", "ushort", "int", "ulong" }) do
  local shape = { rng:one { 61, 67, 71, 73 } }
  local a, b = plain.random(rng, dtype, shape), plain.random(rng, dtype, shape)
  local ends, place = { plain.least(dtype), plain.greatest(dtype), 0, 1, plain.wrap(dtype, -1) }, 0
  for _, x in ipairs(ends) do
    for _, y in ipairs(ends) do
      place = place + 1
      a.data[place], b.data[place] = x, y
    end
  end
  local names, expect = {}, {}
  for _, list in ipairs { plain.of_integer, plain.of_integers, plain.comparisons } do
    for _, name in ipairs(sorted(list)) do
      names[#names + 1] = name
      expect[#expect + 1] = plain.apply(name, a, list ~= plain.of_integer and b or nil)
    end
  end
  check.case {
    name = "integers: " .. dtype, inputs = { a, b }, names = names, expect = expect, pack = "stack",
    unfused = all and dtype == "int", few = dtype == "int",
    build = function(v, w)
      local list = {}
      for i, name in ipairs(names) do
        if plain.of_integer[name] then list[i] = ops[name](v) else list[i] = ops[name](v, w) end
      end
      return list
    end,
  }
end

-- The same by numbers, which kernels have as literals, and of constants, which are computed ahead.

for _, dtype in ipairs(all and integers or { "char", "ushort", "int", "long" }) do
  local shape = { 41 }
  local a, divisors = plain.random(rng, dtype, shape), { 0, 1, 7, plain.least(dtype), plain.greatest(dtype) }
  if not plain.is_unsigned(dtype) then divisors[#divisors + 1] = -1 end
  a.data[1], a.data[2], a.data[3] = plain.least(dtype), plain.greatest(dtype), 0
  local names, expect, made = {}, {}, {}
  for _, name in ipairs { "div", "idiv", "mod" } do
    for _, divisor in ipairs(divisors) do
      for _, dividend in ipairs { "x", "constant", "number" } do
        local of = dividend == "number" and plain.full(dtype, shape, a.data[1]) or a
        names[#names + 1] = ("%s of %s by %d"):format(name, dividend, divisor)
        expect[#expect + 1] = plain.apply(name, of, plain.full(dtype, shape, divisor))
        made[#made + 1] = function(v)
          if dividend == "constant" then v = ops.constant(check.tensor(a)) end
          if dividend == "number" then v = ops.full(shape, a.data[1], dtype) end
          return ops[name](v, ops.full(shape, divisor, dtype))
        end
      end
    end
  end
  check.case {
    name = "integers by numbers: " .. dtype, inputs = { a }, names = names, expect = expect, pack = "stack", unfused = false,
    few = dtype == "int",
    build = function(v)
      local list = {}
      for i, make in ipairs(made) do list[i] = make(v) end
      return list
    end,
  }
end

-- Numbers of Lua beside values, and Lua's operators.

do
  local x = plain.random(rng, "float", { 7, 3 })
  local n = plain.random(rng, "int", { 7, 3 }, -50, 50)
  local function number(a, c) return plain.full(a.dtype, a.shape, plain.is_float(a.dtype) and plain.round("float", c) or c) end
  local expect = {
    plain.apply("sub", number(x, 2.5), x), plain.apply("mul", x, number(x, 0.1)), plain.apply("neg", x),
    plain.apply("div", number(x, 1), x), plain.apply("pow", x, number(x, 2)), plain.apply("mod", x, number(x, 0.75)),
    plain.apply("idiv", n, number(n, 7)), plain.apply("mod", n, number(n, 7)), plain.apply("bit_and", n, number(n, 12)),
    plain.apply("bit_or", n, number(n, 12)), plain.apply("bit_xor", n, number(n, -12)), plain.apply("bit_not", n),
    plain.apply("shift_left", n, number(n, 3)), plain.apply("shift_right", n, number(n, 3)), plain.apply("sub", number(n, 3), n),
    plain.apply("minimum", x, number(x, 0.25)), plain.apply("maximum", number(x, 0.25), x),
  }
  local within = {}
  for i = 1, #expect do within[i] = (i == 4 and { ulps = 3 }) or (i == 5 and { ulps = 16 }) or {} end
  check.case {
    name = "operators, and numbers", inputs = { x, n }, expect = expect, within = within, pack = "stack", few = true,
    build = function(v, m)
      return 2.5 - v, v * 0.1, -v, 1 / v, v ^ 2, v % 0.75, m // 7, m % 7, m & 12, m | 12, m ~ -12, ~m, m << 3, m >> 3, 3 - m,
             ops.minimum(v, 0.25), ops.maximum(0.25, v)
    end,
  }
end

-- Bools

do
  local p, q = plain.random(rng, "bool", { 13 }), plain.random(rng, "bool", { 13 })
  local function of(f) return plain.each("bool", function(a, b) return f(a, b) & 1 end, p, q) end
  check.case {
    unfused = all, name = "bools", inputs = { p, q }, pack = "stack",
    expect = {
      of(function(a, b) return a & b end), of(function(a, b) return a | b end), of(function(a, b) return a ~ b end),
      of(function(a) return 1 - a end), of(function(a, b) return a == b and 1 or 0 end),
      of(function(a, b) return a < b and 1 or 0 end), of(function(a, b) return a & b end),
      of(function(a, b) return a | b end), of(function(a, b) return a ~ b end), of(function(a) return 1 - a end),
      plain.where(p, q, p), plain.each("bool", function(a) return a end, p), of(function(a) return a end),
      of(function(a) return a >= 1 and 1 or 0 end),
    },
    build = function(a, b)
      return ops.logical_and(a, b), ops.logical_or(a, b), ops.logical_xor(a, b), ops.logical_not(a), ops.equal(a, b),
             ops.less(a, b), a & b, a | b, a ~ b, ~a, ops.where(a, b, a), ops.cast(a, "bool"),
             ops.not_equal(a, false), ops.greater_equal(a, true)
    end,
  }
end

-- Casts between all types: those to integers come back as longs, those to floats as doubles.

local all_types = { "bool", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half", "float", "double" }
for _, from in ipairs(all and all_types or { "bool", "uchar", "int", "ulong", "half", "float", "double" }) do
  local shape = { rng:one { 41, 43, 47 } }
  local x
  if plain.is_float(from) then
    x = plain.random(rng, from, shape, -300, 300)
    for i, special in ipairs { 0.0, -0.0, 0.4, -0.6, 1.5, -1.5, 126.9, 127.5, 128.0, -128.9, 255.5, 256.0, 32768.0, 65503.0,
                               infinity, -infinity, nan, 2147483648.0, -2147483904.0, 4294967296.0, 1e19, -1e19, 1.9e19 } do
      x.data[i] = plain.round(from, special)
    end
  else
    x = plain.random(rng, from, shape)
  end
  local expect, names, within = {}, {}, {}
  for _, to in ipairs(all_types) do
    -- In a kernel a half is rounded when it is stored.
    if to ~= "half" then
      local direct = plain.cast(x, to)
      names[#names + 1] = to
      if to == "bool" then
        expect[#expect + 1] = direct
      else
        expect[#expect + 1] = plain.cast(direct, plain.is_float(to) and "double" or "long")
      end
      within[#within + 1] = {}
    end
  end
  check.case {
    name = "casts of " .. from, inputs = { x }, names = names, expect = expect, within = within, pack = "stack", unfused = false, few = from == "float",
    build = function(v)
      local list = {}
      for i, to in ipairs(names) do
        local made = ops.cast(v, to)
        list[i] = to == "bool" and made or ops.cast(made, plain.is_float(to) and "double" or "long")
      end
      return list
    end,
  }
end

-- To halves. A double becomes a float first.
do
  local inputs, expect = {}, {}
  for i, from in ipairs { "float", "int", "bool", "double" } do
    inputs[i] = from == "bool" and plain.random(rng, from, { 31 }) or
                plain.random(rng, from, { 31 }, from == "int" and -70000 or -3, from == "int" and 70000 or 3)
    local tie = plain.is_float(from) and { 1 + 2.0 ^ -11, 1 + 3 * 2.0 ^ -11, 65519.0, 65520.0, 2.0 ^ -24, 2.0 ^ -25, 3e-8, nan, -infinity, -0.0 } or {}
    for k, x in ipairs(tie) do inputs[i].data[k] = plain.round(from, x) end
    if from == "double" then inputs[i].data[11] = 1 + 2.0 ^ -11 + 2.0 ^ -40 end
    expect[i] = plain.cast(from == "double" and plain.cast(inputs[i], "float") or inputs[i], "half")
  end
  local numbers = plain.full("half", { 31 }, plain.round("half", 0.1))
  expect[5] = plain.cast(numbers, "float")
  expect[6] = plain.where(inputs[3], expect[1], plain.full("half", { 31 }, plain.round("half", 0.1)))
  expect[7] = plain.cast(plain.cast(inputs[1], "half"), "float")
  expect[8] = plain.cast(plain.pad(expect[1], { 1 }, { 2 }, plain.round("half", 0.1)), "float")
  check.case {
    name = "casts to half, and halves moved", inputs = inputs, expect = expect, unfused = all,
    build = function(...)
      local list = {}
      for i, v in ipairs { ... } do list[i] = ops.cast(v, "half") end
      list[5] = ops.cast(ops.full({ 31 }, 0.1, "half"), "float")
      list[6] = ops.where(select(3, ...), list[1], 0.1)
      list[7] = ops.cast(list[1], "float")
      list[8] = ops.cast(ops.pad(list[1], 1, 2, 0.1, 0), "float")
      return list
    end,
  }
end

-- where, and broadcasts of three operands

for _, dtype in ipairs(all and { "float", "double", "half", "char", "ushort", "ulong" } or { "float", "ushort", "half" }) do
  local shapes = rng:one { { { 5, 1, 3 }, { 2, 1 }, { 1, 1, 1 } }, { { 3 }, { 7, 1 }, {} }, { { 1, 3 }, { 4, 1 }, { 4, 3 } }, { { 0, 1 }, { 1 }, { 5 } } }
  local mask = plain.random(rng, "bool", shapes[1])
  local a, b = plain.random(rng, dtype, shapes[2]), plain.random(rng, dtype, shapes[3])
  local shape = plain.join(table.unpack(shapes))
  check.case {
    name = "where, with broadcasts, of " .. dtype, inputs = { mask, a, b },
    expect = { plain.where(plain.broadcast(mask, shape), plain.broadcast(a, shape), plain.broadcast(b, shape)) },
    build = function(m, v, w) return ops.where(m, v, w) end, unfused = false, few = dtype == "float",
  }
end

check.done()
