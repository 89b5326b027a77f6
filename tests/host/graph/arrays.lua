-- Operations that move, add up, multiply, and those that are made of others: against plain.lua, on the
-- CPU's path and on the device, over random shapes.
--
--   workbench lua arrays.lua [few|all|gpu|cpu] [SEED]
local check, ops, plain = require "check", require "ops", require "plain"

local few, all = arg[1] == "few", arg[1] == "all" or arg[1] == "gpu" or arg[1] == "cpu"
if arg[1] == "gpu" or arg[1] == "cpu" then check.pretend { gpu = arg[1] == "gpu", checks = false } end
check.few = few
local rng = plain.generator(tonumber(arg[#arg]) or 1)
local epsilon = { float = 2.0 ^ -23, double = 2.0 ^ -52 }

local function random(dtype, shape, lo, hi) return plain.random(rng, dtype, shape, lo, hi) end

local function one_of(...) return rng:one { ... } end

local function scaled(a, f) return plain.each("double", f, a) end

-- Views, of types of all sizes.

for number, dtype in ipairs(all and { "float", "uchar", "bool", "half", "long", "double" } or few and { "float" } or { "float", "bool" }) do
  local p, q = one_of(2, 3), one_of(5, 7)
  local a, b = random(dtype, { p, q, 4 }), random(dtype, { p, 1, 4 })
  local row, scalar, empty = random(dtype, { q }), random(dtype, {}), random(dtype, { p, 0, 4 })
  local one = dtype ~= "bool" and plain.is_float(dtype) and 1.0 or 1
  local list = {
    { "reshape", function(v) return ops.reshape(v, { 4, -1, 2 }) end, plain.reshape(a, { 4, p * q // 2, 2 }), p * q % 2 == 0 },
    { "reshape", function(v) return ops.reshape(v, { q * p * 4 }) end, plain.reshape(a, { q * p * 4 }) },
    { "permute", function(v) return ops.permute(v, { 2, 0, 1 }) end, plain.permute(a, { 2, 0, 1 }) },
    { "permute, back and reshaped", function(v) return ops.reshape(ops.permute(v, { 1, -1, 0 }), { -1 }) end,
      plain.reshape(plain.permute(a, { 1, 2, 0 }), { p * q * 4 }) },
    { "transpose", function(v) return ops.transpose(v) end, plain.transpose(a) },
    { "slice", function(v) return ops.slice(v, 1, -1, 1, 2) end, plain.slice(a, 1, q - 1, 1, 2) },
    { "slice of nothing", function(v) return ops.slice(v, 2, 2, 1) end, plain.slice(a, 2, 2, 1, 1) },
    { "slices of slices", function(v) return v:slice(1, q, 1):slice(0, 4, -1, 3):slice(1, 3, 1) end,
      plain.slice(plain.slice(plain.slice(a, 1, q, 1, 1), 0, 4, 2, 3), 1, 3, 1, 1) },
    { "flip", function(v) return ops.flip(v, 1) end, plain.flip(a, 1) },
    { "flips", function(v) return v:flip(2):flip(0) end, plain.flip(plain.flip(a, 2), 0) },
    { "pad", function(v) return ops.pad(v, { 1, 0, 2 }, { 0, 3, 1 }) end, plain.pad(a, { 1, 0, 2 }, { 0, 3, 1 }, one * 0) },
    { "pad with a number", function(v) return ops.pad(v, 2, 1, one, -1) end, plain.pad(a, { 0, 0, 2 }, { 0, 0, 1 }, one) },
    { "pad, reshaped and sliced", function(v) return v:pad(1, 1, one, 0):reshape { (p + 2) * q, 4 }:slice(1, q + 2):flip(1) end,
      plain.flip(plain.slice(plain.reshape(plain.pad(a, { 1, 0, 0 }, { 1, 0, 0 }, one), { (p + 2) * q, 4 }), 1, q + 2, 0, 1), 1) },
    { "pads of pads", function(v) return v:pad({ 0, 1, 0 }, { 1, 1, 1 }, one):pad({ 1, 1, 1 }, { 0, 2, 0 }) end,
      plain.pad(plain.pad(a, { 0, 1, 0 }, { 1, 1, 1 }, one), { 1, 1, 1 }, { 0, 2, 0 }, one * 0) },
    { "pad of nothing", function(_, _, _, _, e) return ops.pad(e, 1, 1, one, 1) end, plain.pad(empty, { 0, 1, 0 }, { 0, 1, 0 }, one) },
    { "concat", function(v, w) return ops.concat({ v, w, v }, 1) end, plain.concat({ a, b, a }, 1) },
    { "concat with nothing", function(_, w, _, _, e) return ops.concat({ e, w, e, w }, 1) end, plain.concat({ empty, b, empty, b }, 1) },
    { "concat of views", function(v, w) return ops.concat({ v:transpose(), ops.broadcast_to(w, { p, 3, 4 }):transpose():flip(2) }, -1) end,
      plain.concat({ plain.transpose(a), plain.flip(plain.transpose(plain.broadcast(b, { p, 3, 4 })), 2) }, 2) },
    { "broadcast_to", function(_, w) return ops.broadcast_to(w, { 2, p, 3, 4 }) end, plain.broadcast(b, { 2, p, 3, 4 }) },
    { "broadcast of a row", function(_, _, r) return ops.broadcast_to(r, { 3, 1, q }) end, plain.broadcast(row, { 3, 1, q }) },
    { "broadcast of a scalar", function(_, _, _, s) return ops.broadcast_to(s, { 2, 1 }) end, plain.broadcast(scalar, { 2, 1 }) },
    { "broadcast to nothing", function(_, _, _, s) return ops.broadcast_to(s, { 2, 0 }) end, plain.broadcast(scalar, { 2, 0 }) },
    { "squeeze", function(_, w) return ops.squeeze(w, 1) end, plain.reshape(b, { p, 4 }) },
    { "squeeze of all", function(_, w) return ops.squeeze(w:slice(0, 1)) end, plain.reshape(plain.slice(b, 0, 1, 0, 1), { 4 }) },
    { "unsqueeze", function(_, w) return w:unsqueeze(-1):unsqueeze(0) end, plain.reshape(b, { 1, p, 1, 4, 1 }) },
    { "windows", function(v) return ops.windows(v, 1, 3, { stride = 2 }) end, plain.windows(a, 1, 3, 2, 1) },
    { "windows, dilated", function(v) return ops.windows(v, 2, 2, { dilation = 3 }) end, plain.windows(a, 2, 2, 1, 3) },
    { "windows of windows", function(v) return v:windows(1, 2):windows(2, 3, { stride = 1 }) end, plain.windows(plain.windows(a, 1, 2, 1, 1), 2, 3, 1, 1) },
    { "itself", function(v) return v end, a },
  }
  local names, expect, made = {}, {}, {}
  for _, row_of in ipairs(list) do
    if row_of[4] ~= false then
      names[#names + 1], made[#made + 1], expect[#expect + 1] = row_of[1], row_of[2], row_of[3]
    end
  end
  check.case {
    name = "views of " .. dtype, inputs = { a, b, row, scalar, empty }, names = names, expect = expect, pack = "flat", unfused = false, few = true,
    build = function(...)
      local values = {}
      for i, f in ipairs(made) do values[i] = f(...) end
      return values
    end,
  }
  -- Each by itself, where compiling is quick.
  if number == 1 and all then
    check.case {
      name = "views of " .. dtype .. ", one by one", inputs = { a, b, row, scalar, empty }, names = names, expect = expect, unfused = false,
      build = function(...)
        local values = {}
        for i, f in ipairs(made) do values[i] = f(...) end
        return values
      end,
    }
  end
end

-- What is neither given nor computed.

check.case {
  name = "full and iota", inputs = {},
  expect = {
    plain.full("float", { 3, 2 }, 2.5), plain.full("ulong", { 2 }, -1), plain.full("bool", {}, 1), plain.full("char", { 0, 2 }, 3),
    plain.iota("int", { 3, 4 }, 1), plain.iota("double", { 3, 4 }, 0), plain.iota("uchar", { 256 }, 0),
  },
  unfused = false,
  build = function()
    return ops.full({ 3, 2 }, 2.5), ops.full({ 2 }, -1, "ulong"), ops.full({}, true, "bool"), ops.full({ 0, 2 }, 3, "char"),
           ops.iota({ 3, 4 }), ops.iota({ 3, 4 }, 0, "double"), ops.iota({ 256 }, 0, "uchar")
  end,
}

-- Reductions

local function add_reductions(dtype, shape, sets, lo, hi)
  local a = random(dtype, shape, lo, hi)
  local names, expect, within, made = {}, {}, {}, {}
  local function add(name, f, wanted, bound)
    names[#names + 1], made[#made + 1], expect[#expect + 1], within[#within + 1] = name, f, wanted, bound or {}
  end
  for _, axes in ipairs(sets) do
    local text, count = "over " .. table.concat(axes, ","), 1
    for _, axis in ipairs(axes) do count = count * shape[axis + 1] end
    local is_float = plain.is_float(dtype)
    for _, name in ipairs { "sum", "prod", "max", "min", "argmax", "argmin" } do
      if count > 0 or name == "sum" or name == "prod" then
        local keep = rng:chance(0.5)
        local bound = {}
        if is_float and name == "sum" then bound = { sizes = plain.sizes(a, axes, keep), times = count * epsilon[dtype] } end
        if is_float and name == "prod" then bound = { ulps = count + 1, absolute = 1e-30 } end
        add(name .. " " .. text, function(v) return ops[name](v, axes, { keep = keep }) end, plain.reduced(name, a, axes, keep), bound)
      end
    end
    for name, f in pairs(is_float and count > 0 and plain.statistics or {}) do
      add(name .. " " .. text, function(v) return ops[name](v, axes) end, plain.reduce(dtype, a, axes, f),
          { ulps = count + 16, absolute = 16 * count * epsilon[dtype] })
    end
  end
  check.case {
    name = ("reductions of %s[%s]"):format(dtype, table.concat(shape, ",")), inputs = { a }, names = names, expect = expect, within = within,
    pack = "flat", unfused = all and dtype == "float", few = true,
    build = function(v)
      local values = {}
      for i, f in ipairs(made) do values[i] = f(v) end
      return values
    end,
  }
end

if few then
  add_reductions("float", { 3, 35 }, { { 1 } })
else
  add_reductions("float", { 3, 5, 7 }, all and { { 0 }, { 0, 2 }, { 0, 1, 2 } } or { { 0, 2 } })
  add_reductions("double", { 13, 3 }, { { 1 } })
  if all then add_reductions("float", { 3, 1, 5, 2 }, { { 1 }, { 0, 3 } }) end
  add_reductions("float", { 2, 0, 3 }, { { 1 }, { 0, 1 }, { 0 } })
  add_reductions("float", { 41, 67 }, { { 1 } })
  for _, dtype in ipairs(all and { "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong" } or { "ushort", "long" }) do
    add_reductions(dtype, { one_of(3, 5), one_of(7, 11) }, { { rng:integer(0, 1) } })
  end
end
if not few then add_reductions("float", {}, { {} }) end

-- Several of the greatest, NaN, and infinities.
do
  local nan, infinity = 0 / 0, math.huge
  local a = plain.new("float", { 8, 4 }, { 1, 5, 5, 2, nan, 1, 3, 3, nan, nan, nan, nan, -infinity, -infinity, -infinity, -infinity, nan,
                                           -infinity, nan, -infinity, infinity, nan, infinity, 1, 0, -0.0, 0, -0.0, 2, 2, 2, nan })
  local expect = {}
  for i, name in ipairs { "max", "min", "argmax", "argmin" } do expect[i] = plain.reduced(name, a, { 1 }) end
  expect[5] = plain.reduce("float", a, { 1 }, function(list)
    for _, x in ipairs(list) do
      if x ~= x then return nan end
    end
    return plain.statistics.logsumexp(list)
  end)
  check.case {
    name = "ties, NaN and infinities", inputs = { a }, expect = expect, names = { "max", "min", "argmax", "argmin", "logsumexp" },
    within = { {}, {}, {}, {}, { ulps = 8 } }, unfused = all, few = true,
    build = function(v) return v:max(1), v:min(1), v:argmax(1), v:argmin(1), v:logsumexp(1) end,
  }
  local mask = random("bool", { 5, 3 })
  check.case {
    name = "any and all", inputs = { mask, plain.new("bool", { 0, 2 }) }, unfused = false,
    expect = {
      plain.reduce("bool", mask, { 1 }, function(list) return math.max(table.unpack(list)) end),
      plain.reduce("bool", mask, { 0, 1 }, function(list) return math.min(table.unpack(list)) end),
      plain.full("bool", { 2 }, 0), plain.full("bool", { 2 }, 1),
    },
    build = function(m, e) return ops.any(m, 1), ops.all(m), ops.any(e, 0), ops.all(e, 0) end,
  }
end

-- Sums along an axis, and orders

local function cumsum_cases(dtype, shape)
  local a = random(dtype, shape)
  local expect, within, options = {}, {}, {}
  for i, o in ipairs { {}, { exclusive = true }, { reverse = true }, { exclusive = true, reverse = true } } do
    local axis = rng:integer(0, #shape - 1)
    options[i] = { axis = axis, o = o }
    expect[i] = plain.cumsum(a, axis, o.exclusive, o.reverse)
    within[i] = plain.is_float(dtype) and { sizes = plain.cumsum(scaled(a, math.abs), axis, false, o.reverse), times = shape[axis + 1] * epsilon[dtype] } or {}
    if plain.is_float(dtype) and o.exclusive then within[i].absolute = 1e-30 end
  end
  check.case {
    name = ("cumsum of %s[%s]"):format(dtype, table.concat(shape, ",")), inputs = { a }, expect = expect, within = within, unfused = false, few = true,
    build = function(v)
      local values = {}
      for i, o in ipairs(options) do values[i] = ops.cumsum(v, o.axis, o.o) end
      return values
    end,
  }
end
cumsum_cases("float", { 3, 7, 2 })
if not few then
  cumsum_cases("char", { 19 })
  if all then cumsum_cases("ulong", { 1, 5 }) end
  cumsum_cases("double", { 0, 3 })
end

for _, dtype in ipairs(all and { "float", "int", "ulong", "uchar", "double" } or few and { "float" } or { "float", "ulong" }) do
  local a = dtype == "float" and plain.each(dtype, function(x) return math.floor(x * 2) / 2 end, random(dtype, { 3, 13 })) or random(dtype, { 3, 13 })
  if plain.is_float(dtype) then a.data[3], a.data[4], a.data[20], a.data[21], a.data[22] = 0 / 0, math.huge, -0.0, 0.0, 0 / 0 end
  local line = plain.reshape(plain.slice(a, 0, 1, 0, 1), { 13 })
  check.case {
    name = "argsort and sort of " .. dtype, inputs = { a, line }, unfused = false, few = true,
    expect = { plain.argsort(a), plain.argsort(a, true), plain.gather(line, plain.argsort(line), 0) },
    build = function(v, w) return ops.argsort(v), ops.argsort(v, { descending = true }), ops.sort(w) end,
  }
end

-- Indices: some are none

for _, dtype in ipairs(all and { "float", "half", "bool", "long", "char" } or few and { "float" } or { "float", "bool" }) do
  local index_type = one_of("int", "long")
  local a, i, k = random(dtype, { 5, 3, 2 }), random(index_type, { 2, 4 }, -2, 6), random(index_type, {}, 0, 1)
  local inputs, expect = { a, i, k }, { plain.gather(a, i, 0), plain.gather(a, i, 1), plain.gather(a, k, 2), plain.gather(a, i, 2) }
  local adds = dtype ~= "half" and dtype ~= "bool"
  if adds then
    inputs[4] = random(dtype, { 2, 4, 3, 2 })
    expect[5] = plain.scatter_add(a, i, inputs[4])
    inputs[5], inputs[6] = random(dtype, { 7 }), random(dtype, { 2, 4 })
    expect[6] = plain.scatter_add(inputs[5], i, inputs[6])
  end
  check.case {
    name = "gather and scatter_add of " .. dtype, inputs = inputs, expect = expect, unfused = false, few = true,
    build = function(v, at, one, u, line, w)
      local list = { ops.gather(v, at), ops.gather(v, at, 1), ops.gather(v, one, -1), ops.gather(v, at, 2) }
      if adds then list[5], list[6] = ops.scatter_add(v, at, u), ops.scatter_add(line, at, w) end
      return list
    end,
  }
end

-- Products of matrices

local function matmul_case(dtype, sa, sb)
  local a, b = random(dtype, sa), random(dtype, sb)
  local product, sizes = plain.matmul(a, b)
  local k = sa[#sa]
  return { a = a, b = b, expect = product, within = plain.is_float(dtype) and { sizes = sizes, times = (k + 1) * epsilon[dtype] } or {} }
end
do
  local shapes = { { { 3, 5 }, { 5, 7 } }, { { 5 }, { 5 } }, { { 2, 3, 5 }, { 5, 2 } }, { { 4, 1, 3, 2 }, { 5, 2, 1 } }, { { 3, 0 }, { 0, 2 } } }
  if all then
    for _, more in ipairs { { { 2, 5 }, { 5 } }, { { 3 }, { 2, 3, 4 } }, { { 1, 1 }, { 1, 1 } }, { { 0, 3 }, { 3, 2 } }, { { 3, 2 }, { 4, 2, 5 } },
                            { { 17, 33 }, { 33, 19 } }, { { 2, 0, 3, 2 }, { 2, 1, 2, 0 } } } do
      shapes[#shapes + 1] = more
    end
  end
  local inputs, expect, within = {}, {}, {}
  for i, pair in ipairs(shapes) do
    local one = matmul_case("float", pair[1], pair[2])
    inputs[2 * i - 1], inputs[2 * i], expect[i], within[i] = one.a, one.b, one.expect, one.within
  end
  check.case { name = "matmul of float", inputs = inputs, expect = expect, within = within, unfused = false, few = true, build = function(...)
    local values, products = { ... }, {}
    for i = 1, #shapes do products[i] = ops.matmul(values[2 * i - 1], values[2 * i]) end
    return products
  end }
  inputs, expect, within = {}, {}, {}
  local types = few and {} or not all and { "uchar", "long" } or { "double", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong" }
  for i, dtype in ipairs(types) do
    local one = matmul_case(dtype, { 3, 5 }, { 5, 4 })
    inputs[2 * i - 1], inputs[2 * i], expect[i], within[i] = one.a, one.b, one.expect, one.within
  end
  if #types > 0 then
    check.case { name = "matmul of other types", inputs = inputs, expect = expect, within = within, unfused = false, build = function(...)
      local values, products = { ... }, {}
      for i = 1, #types do products[i] = ops.matmul(values[2 * i - 1], values[2 * i]) end
      return products
    end }
  end
  -- What comes after a product, and transposed operands.
  local one = matmul_case("float", { 5, 3 }, { 5, 4 })
  local at, sizes = plain.matmul(plain.transpose(one.a), one.b)
  local bias = random("float", { 4 })
  local after = plain.each("float", function(x, y) return math.max(x + y, 0) end, at, plain.broadcast(bias, { 3, 4 }))
  local bound = { sizes = sizes, times = 8 * epsilon.float, absolute = 1e-6 }
  check.case { name = "matmul with transposed operands, and what follows it", inputs = { one.a, one.b, bias }, expect = { after, plain.transpose(after), plain.reshape(at, { 12 }) },
    within = { bound, { absolute = 1e-5 }, bound }, few = true, build = function(a, b, c)
      local product = ops.matmul(a:transpose(), b)
      return ops.relu(product + c), ops.relu(ops.matmul(b:transpose(), a) + c:unsqueeze(1)), ops.reshape(product, { -1 })
    end }
end

-- Normalizations

do
  local a = random("float", { 3, 7, 5 }, -8, 8)
  local w, b = random("float", { 5 }), random("float", { 5 })
  local close = { ulps = 64, absolute = 2e-5 }
  local axis = rng:integer(0, 2)
  check.case {
    name = "softmax and normalizations", inputs = { a, w, b }, within = { close, close, close, close, close, close },
    expect = { plain.softmax(a, 2), plain.softmax(a, axis), plain.log_softmax(a, 2), plain.layer_norm(a, w, b, 1e-5), plain.layer_norm(a, nil, nil, 0.1),
               plain.rms_norm(a, w, 1e-5) },
    build = function(v, weight, bias)
      return ops.softmax(v), ops.softmax(v, axis), ops.log_softmax(v), ops.layer_norm(v, weight, bias), ops.layer_norm(v, nil, nil, 0.1), ops.rms_norm(v, weight)
    end,
    few = true,
  }
  local large = plain.new("float", { 2, 4 }, { 1000, 999, -1000, 0, -3e38, -3e38, -3e38, -3e38 })
  check.case {
    name = "softmax does not overflow", inputs = { large }, within = { { ulps = 16, absolute = 1e-37 }, { ulps = 16, absolute = 1e-6 }, { ulps = 4 } }, unfused = false,
    expect = { plain.softmax(large, 1), plain.log_softmax(large, 1), plain.reduce("float", large, { 1 }, plain.statistics.logsumexp) },
    build = function(v) return ops.softmax(v), ops.log_softmax(v), ops.logsumexp(v, -1) end,
  }
end

-- Activations

do
  local a = random("float", { 41 }, -10, 10)
  for i, x in ipairs { 0.0, -0.0, 90.0, -90.0, 300.0, -300.0, 1e-6, -1e-6 } do a.data[i] = plain.round("float", x) end
  local function sigmoid(x) return 1 / (1 + math.exp(-x)) end
  local expm1, log1p, erf, tanh = plain.functions.expm1[1], plain.functions.log1p[1], plain.functions.erf[1], plain.functions.tanh[1]
  local formulas = {
    relu = function(x) return math.max(x, 0) end, leaky_relu = function(x) return x > 0 and x or x * 0.01 end, sigmoid = sigmoid,
    silu = function(x) return x * sigmoid(x) end, softplus = function(x) return math.max(x, 0) + log1p(math.exp(-math.abs(x))) end,
    elu = function(x) return x > 0 and x or expm1(x) end, gelu = function(x) return x * 0.5 * (1 + erf(x * 0.5 ^ 0.5)) end,
    gelu_tanh = function(x) return x * 0.5 * (1 + tanh((x + x ^ 3 * 0.044715) * (2 / math.pi) ^ 0.5)) end, square = function(x) return x * x end,
    clamp = function(x) return math.min(math.max(x, -1), 2) end, mix = function(x) return x + (2 - x) * 0.25 end,
  }
  local names, expect, within = {}, {}, {}
  for name in pairs(formulas) do names[#names + 1] = name end
  table.sort(names)
  for i, name in ipairs(names) do
    expect[i] = plain.each("float", formulas[name], a)
    -- 1 + erf and 1 + tanh lose digits where they are nearly 0.
    within[i] = { ulps = 32, absolute = 2.0 ^ -120 }
    if name:find "gelu" then within[i] = { ulps = 32, sizes = scaled(a, math.abs), times = 8 * epsilon.float } end
  end
  check.case {
    name = "activations", inputs = { a }, names = names, expect = expect, within = within, pack = "stack", unfused = all,
    build = function(v)
      local list = {}
      for i, name in ipairs(names) do
        if name == "gelu_tanh" then list[i] = ops.gelu(v, "tanh")
        elseif name == "clamp" then list[i] = ops.clamp(v, -1, 2)
        elseif name == "mix" then list[i] = ops.mix(v, 2, 0.25)
        else list[i] = ops[name](v) end
      end
      return list
    end,
  }
end

-- Convolutions and pooling

local function conv_case(name, shape, weights, options, dtype)
  local a, w = random(dtype, shape), random(dtype, weights)
  local function pairs_of(option, default)
    if type(option) == "table" then return option end
    return { option or default, option or default }
  end
  local wanted, sizes = plain.conv(a, w, pairs_of(options.stride, 1), pairs_of(options.padding, 0), pairs_of(options.dilation, 1))
  local taps = 1
  for k = 2, #weights do taps = taps * weights[k] end
  return { name = name, a = a, w = w, options = options, expect = wanted,
           within = plain.is_float(dtype) and { sizes = sizes, times = (taps + 1) * epsilon[dtype] } or {} }
end
do
  local list = {
    conv_case("conv1d", { 2, 3, 11 }, { 4, 3, 3 }, { stride = 2, padding = 1, dilation = 2 }, "float"),
    conv_case("conv2d", { 2, 2, 7, 5 }, { 3, 2, 3, 2 }, { stride = { 2, 1 }, padding = { 1, 0 }, dilation = { 1, 2 } }, "float"),
    conv_case("conv1d", { 1, 1, 5 }, { 1, 1, 5 }, {}, "int"),
    conv_case("conv2d", { 1, 1, 3, 3 }, { 1, 1, 1, 1 }, { padding = 2 }, "double"),
    conv_case("conv1d", { 0, 2, 5 }, { 3, 2, 2 }, {}, "float"),
    conv_case("conv2d", { 2, 0, 4, 4 }, { 3, 0, 2, 2 }, {}, "float"),
  }
  if few then list = { list[2] } elseif not all then list = { list[1], list[2], list[3], list[5] } end
  local inputs, expect, within, names = {}, {}, {}, {}
  for i, one in ipairs(list) do
    inputs[2 * i - 1], inputs[2 * i], expect[i], within[i], names[i] = one.a, one.w, one.expect, one.within, one.name .. " " .. i
  end
  check.case { name = "convolutions", inputs = inputs, expect = expect, within = within, names = names, unfused = false, few = true, build = function(...)
    local values, results = { ... }, {}
    for i, one in ipairs(list) do results[i] = ops[one.name](values[2 * i - 1], values[2 * i], one.options) end
    return results
  end }
  local a, line, n = random("float", { 2, 2, 5, 7 }), random("float", { 1, 3, 9 }), random("uchar", { 1, 1, 4, 4 })
  local function greatest(l) return math.max(table.unpack(l)) end
  local function middle(l)
    local total = 0
    for _, x in ipairs(l) do total = total + x end
    return total / #l
  end
  local close = { ulps = 8, absolute = 1e-6 }
  check.case {
    name = "pooling", inputs = { a, line, n }, within = { {}, {}, close, close, {} }, unfused = false,
    expect = {
      plain.pool(a, { 2, 2 }, { 2, 2 }, { 0, 0 }, 0, greatest), plain.pool(line, { 3 }, { 1 }, { 1 }, -math.huge, greatest),
      plain.pool(a, { 2, 3 }, { 1, 2 }, { 1, 0 }, 0.0, middle), plain.pool(line, { 4 }, { 4 }, { 0 }, 0, middle),
      plain.pool(n, { 2, 2 }, { 2, 2 }, { 1, 1 }, 0, greatest),
    },
    build = function(v, w, m)
      return ops.max_pool2d(v, 2), ops.max_pool1d(w, 3, { stride = 1, padding = 1 }), ops.avg_pool2d(v, { 2, 3 }, { stride = { 1, 2 }, padding = { 1, 0 } }),
             ops.avg_pool1d(w, 4), ops.max_pool2d(m, 2, { padding = 1 })
    end,
  }
end

-- Models

do
  local logits, targets = random("float", { 5, 4 }, -6, 6), plain.new("int", { 5 }, { 0, 3, 2, 1, 1 })
  local q, k, v = random("float", { 2, 3, 4 }), random("float", { 2, 3, 4 }), random("float", { 2, 3, 4 })
  local hot = plain.build("float", { 5, 4 }, function(i) return targets.data[i[1] + 1] == i[2] and 1.0 or 0.0 end)
  local masked = plain.new("float", { 5, 4 }, table.move(logits.data, 1, 20, 1, {}))
  masked.data[2], masked.data[17] = -math.huge, -math.huge -- of classes that are not the targets
  local close = { ulps = 64, absolute = 1e-5 }
  check.case {
    name = "one_hot, cross_entropy, attention", inputs = { logits, targets, q, k, v, masked }, within = { {}, close, close, close, close, {} }, unfused = all,
    expect = { hot, plain.cross_entropy(logits, targets), plain.attention(q, k, v, false, 0.5), plain.attention(q, k, v, true, 0.5),
               plain.cross_entropy(masked, targets), plain.full("float", { 2 }, 0.0) },
    build = function(l, t, a, b, c, m)
      return ops.one_hot(t, 4), ops.cross_entropy(l, t), ops.attention(a, b, c), ops.attention(a, b, c, { causal = true }), ops.cross_entropy(m, t),
             ops.gather(ops.constant({ 1.5, 2.5 }), ops.constant({ -1, 2 }, "int"))
    end,
  }
end

do
  local v = plain.new("float", { 2, 5 }, { 3.0, -1.0, 7.0, 0.5, 7.0, -2.0, 9.0, 9.0, 4.0, 1.0 })
  local function along(list) return plain.new("float", { 2, #list // 2 }, list) end
  check.case {
    name = "sort and top_k of rows, stack, split, tile", inputs = { v }, within = {}, unfused = false,
    expect = {
      along { -1.0, 0.5, 3.0, 7.0, 7.0, -2.0, 1.0, 4.0, 9.0, 9.0 }, along { 7.0, 7.0, 3.0, 9.0, 9.0, 4.0 },
      plain.new("int", { 2, 3 }, { 2, 4, 0, 1, 2, 3 }),
      plain.new("float", { 2, 2, 5 }, { 3.0, -1.0, 7.0, 0.5, 7.0, 4.0, 0.0, 8.0, 1.5, 8.0, -2.0, 9.0, 9.0, 4.0, 1.0, -1.0, 10.0, 10.0, 5.0, 2.0 }),
      along { 7.0, 0.5, 9.0, 4.0 }, plain.new("float", { 1, 5 }, { -2.0, 9.0, 9.0, 4.0, 1.0 }),
      plain.new("float", { 4, 4 }, { 7.0, 0.5, 7.0, 0.5, 9.0, 4.0, 9.0, 4.0, 7.0, 0.5, 7.0, 0.5, 9.0, 4.0, 9.0, 4.0 }),
    },
    build = function(x)
      local greatest, places = ops.top_k(x, 3)
      local middle = ops.split(x, { 2, 2, 1 }, 1)[2]
      return ops.sort(x), greatest, places, ops.stack({ x, x + 1 }, 1), middle, ops.split(x, 2)[2], ops.tile(middle, { 2, 2 })
    end,
  }
end

-- There are more places than a small type has numbers.
do
  local inputs, expected = {}, {}
  for i, dtype in ipairs { "char", "uchar", "short", "ulong" } do
    inputs[i] = plain.new(dtype, { 4 }, { 5, 127, 0, dtype == "uchar" and 255 or -1 })
    expected[i] = plain.build("float", { 4, 300 }, function(at) return inputs[i].data[at[1] + 1] == at[2] and 1.0 or 0.0 end)
  end
  check.case { name = "one_hot of small types", inputs = inputs, expect = expected, within = {}, unfused = false,
    build = function(...)
      local list = {}
      for i, v in ipairs { ... } do list[i] = ops.one_hot(v, 300) end
      return table.unpack(list)
    end }
end

check.done()
