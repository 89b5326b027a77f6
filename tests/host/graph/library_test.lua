-- The kernels of lua/graph/library against loops in plain Lua, in every variant on every device.
-- Prints "ok NAME" or "not ok NAME" and what is wrong; library.t counts them.
--
--   workbench lua tests/host/graph/library_test.lua --device DEVICE
local gpu = require "gpu"
local tensor = require "tensor"
local argsort = require "graph.library.argsort"
local cumsum = require "graph.library.cumsum"
local matmul = require "graph.library.matmul"
local scatter_add = require "graph.library.scatter_add"

local ctx = gpu.DeviceContext()

-- ---- running steps --------------------------------------------------------------------------

-- Runs a step: inputs are tensors, outputs pairs of type and count. Gives the outputs' tensors.
local function run(step, inputs, outputs)
  local buffers = { input = {}, output = {}, scratch = {} }
  for i, input in ipairs(inputs) do
    buffers.input[i] = ctx:enqueue_create_buffer(input:type(), input:count())
    ctx:enqueue_copy { src = input, dst = buffers.input[i] }
  end
  for i, output in ipairs(outputs) do
    buffers.output[i] = ctx:enqueue_create_buffer(output[1], output[2])
  end
  for i, scratch in ipairs(step.scratch) do
    buffers.scratch[i] = ctx:enqueue_create_buffer(scratch.dtype, scratch.count)
  end
  for _, launch in ipairs(step.launches) do
    local kernel = ctx:compile_function({ source = launch.source, name = launch.name }, launch.name)
    local arguments = {}
    for i, argument in ipairs(launch.arguments) do
      local kind, value = next(argument)
      arguments[i] = buffers[kind] and assert(buffers[kind][value]) or value
    end
    arguments[#arguments + 1] = launch.sizes
    ctx:enqueue_function(kernel, table.unpack(arguments))
  end
  local results = {}
  for i, output in ipairs(buffers.output) do results[i] = output:tensor() end
  return table.unpack(results)
end

-- The device, but with what `changes` says of it.
local function device(changes)
  local description = {}
  for key, value in pairs(ctx:device()) do description[key] = value end
  for key, value in pairs(changes) do description[key] = value end
  return description
end

local function test(name, f)
  local ok, message = xpcall(f, debug.traceback)
  print((ok and "ok " or "not ok ") .. name)
  if not ok then print("# " .. message:gsub("\n", "\n# ")) end
end

-- Each variant has cases of its own, as compiling takes longest: where checks find what is wrong in any
-- case, each type and layout is tried in some variant. On a device that does not check, variants
-- that are not for its kind are left out, and of the others those cases that begin with "+" are tried.
local checks, is_gpu = ctx:device().checks, ctx:device().gpu

local function some(variants)
  local chosen = {}
  for _, variant in ipairs(variants) do
    if checks or (variant.device and variant.device.gpu or false) == is_gpu then chosen[#chosen + 1] = variant end
  end
  return chosen
end

-- For each variant and each of its cases f(variant, the words of the case).
local function for_cases(variants, f)
  for _, variant in ipairs(variants) do
    for _, case in ipairs(variant.cases) do
      local words = {}
      for word in case:gmatch "[^%s+]+" do words[#words + 1] = tonumber(word) or word end
      if checks or case:find "^%+" then
        test(variant.test .. " in " .. variant.name .. ": " .. table.concat(words, " "), function() f(variant, table.unpack(words)) end)
      end
    end
  end
end

-- ---- comparing ------------------------------------------------------------------------------

-- The elements of a tensor as a list that counts from 0.
local function list(t)
  local elements = {}
  for i, value in t:each() do elements[i] = value end
  return elements
end

-- A tensor with f(0) … f(count - 1).
local function filled(dtype, count, f) return tensor.build(dtype, { count }, f) end

local function to_float(x) return (string.unpack("<f", string.pack("<f", x))) end

local function expect(got, expected, what)
  if got ~= expected then error(("%s is %s, not %s"):format(what, got, expected), 2) end
end

local function expect_list(t, expected, what)
  for i, value in t:each() do
    if value ~= expected[i] then error(("%s: element %d is %s, not %s"):format(what, i, value, expected[i]), 2) end
  end
end

-- ---- matmul ---------------------------------------------------------------------------------

-- Cases: type, batches, m, n, k, and a letter for each of: A a batched, B b batched, s transpose_a,
-- t transpose_b, - none of them.
local MATMUL = some {
  { name = "direct", test = "matmul", variant = "direct", flags = "",
    cases = { "float 1 1 1 1 -", "+ float 1 67 45 37 -", "float 3 7 13 5 AB", "float 3 5 17 19 A",
              "float 2 9 4 30 ABst", "int 2 9 10 11 As", "float 1 1 70 9 -", "float 1 70 2 9 t" } },
  { name = "thin", test = "matmul", variant = "thin", flags = "s", epilogue = true,
    cases = { "float 1 1 1 1 -", "float 1 1 300 9 -", "+ float 3 7 19 5 ABs", "char 1 300 5 9 st" } },
  { name = "panels", test = "matmul", variant = "panels", flags = "st", epilogue = true,
    cases = { "float 1 1 1 1 st", "+ float 2 9 4 300 ABst", "+ float 2 70 35 530 Bst", "double 2 13 9 17 At" } },
  { name = "tiles", test = "matmul", variant = "tiles", device = { gpu = true }, flags = "",
    cases = { "float 1 1 1 1 -", "+ float 1 67 45 37 -", "uchar 2 9 4 100 ABst" } },
  { name = "large tiles", test = "matmul", variant = "large tiles", device = { gpu = true }, flags = "",
    cases = { "+ float 1 130 129 9 -" } },
  { name = "small tiles", test = "matmul", variant = "tiles", device = { gpu = true, max_group_size = 64 },
    flags = "", epilogue = true, cases = { "+ float 1 67 45 37 -" } },
  { name = "direct with long indices", test = "matmul", variant = "direct", index = "long", flags = "",
    cases = { "float 2 5 6 7 AB" } },
}

-- The products as loops give them, from inputs as lists. `round` is how each sum is rounded; without it
-- numbers must be small integers. There are sums of so many steps, which are added up.
local function matmul_reference(call, a, b, round, chunk)
  local m, n, k, out = call.m, call.n, call.k, {}
  for batch = 0, call.batch - 1 do
    local a_first = call.a_batched and batch * m * k or 0
    local b_first = call.b_batched and batch * k * n or 0
    for i = 0, m - 1 do
      for j = 0, n - 1 do
        local sum, before = 0, 0
        for l = 0, k - 1 do
          if chunk and l % chunk == 0 then sum, before = 0, round(before + sum) end
          sum = sum + a[a_first + (call.transpose_a and l * m + i or i * k + l)]
            * b[b_first + (call.transpose_b and j * k + l or l * n + j)]
          if round then sum = round(sum) end
        end
        out[(batch * m + i) * n + j] = chunk and round(before + sum) or sum
      end
    end
  end
  return out
end

local function matmul_call(dtype, batch, m, n, k, flags, choice)
  return {
    dtype = dtype, batch = batch, m = m, n = n, k = k,
    a_batched = flags:find "A" ~= nil, b_batched = flags:find "B" ~= nil,
    transpose_a = flags:find "s" ~= nil, transpose_b = flags:find "t" ~= nil,
    variant = choice.variant, index = choice.index, device = device(choice.device or {}),
  }
end

local function matmul_inputs(call, low, high)
  local a = tensor.random(call.dtype, { (call.a_batched and call.batch or 1) * call.m * call.k }, 1, low, high)
  local b = tensor.random(call.dtype, { (call.b_batched and call.batch or 1) * call.n * call.k }, 2, low, high)
  return a, b
end

local function small_integers(t) return t:type():find "^[fd]" and t:rint() or t end

for_cases(MATMUL, function(choice, dtype, batch, m, n, k, flags)
  local call = matmul_call(dtype, batch, m, n, k, flags, choice)
  local a, b = matmul_inputs(call, dtype == "uchar" and 0 or -9, 9)
  a, b = small_integers(a), small_integers(b)
  local out = run(matmul.plan(call), { a, b }, { { dtype, batch * m * n } })
  local expected = matmul_reference(call, list(a), list(b))
  local wrap = { uchar = function(x) return x & 255 end, char = function(x) return (x + 128 & 255) - 128 end }
  if wrap[dtype] then for i, value in pairs(expected) do expected[i] = wrap[dtype](value) end end
  expect_list(out, expected, "out")
end)

-- A double holds the product of two floats, and of its sum with a float so much that what is rounded
-- to float is rounded once, but for cases that are too rare for these numbers.
for _, choice in ipairs(MATMUL) do
  test("matmul in " .. choice.name .. ": each product is added to the sum without being rounded, in order", function()
    local m, n, k, flags = 7, 35, 301, choice.flags
    local call = matmul_call("float", 1, m, n, k, flags, choice)
    local a, b = matmul_inputs(call, -1, 1)
    local out = run(matmul.plan(call), { a, b }, { { "float", m * n } })
    local chunk = not choice.name:find "tiles" and 256 or nil
    expect_list(out, matmul_reference(call, list(a), list(b), to_float, chunk), "out")
  end)
end

for _, choice in ipairs(checks and MATMUL or {}) do
  if choice.epilogue then test("matmul in " .. choice.name .. ": an epilogue stores what it makes of a sum", function()
    local call = matmul_call("float", 3, 2, 19, 4, "A", choice)
    call.epilogue = {
      dtype = "int",
      parameters = "__global const float *bias0, int scale0",
      arguments = { { input = 3 }, { int = 10 } },
      text = function(value, batch, row, column, at)
        return ("float t0 = %s + bias0[%s];\nout[%s] = (int)t0 * scale0 + %s * 1000000 + %s * 10000;"):format(
          value, column, at, batch, row)
      end,
    }
    local a, b = matmul_inputs(call, 1, 9)
    a, b = a:rint(), b:rint()
    local bias = filled("float", 19, function(j) return j end)
    local out = run(matmul.plan(call), { a, b, bias }, { { "int", 3 * 2 * 19 } })
    local expected = matmul_reference(call, list(a), list(b))
    for i, value in pairs(expected) do
      expected[i] = (math.tointeger(value) + i % 19) * 10 + i // 38 * 1000000 + i // 19 % 2 * 10000
    end
    expect_list(out, expected, "out")
  end) end
end

-- ---- cumsum ---------------------------------------------------------------------------------

-- Running sums by a loop; `round` is what each sum is rounded by. They begin anew after so many elements,
-- and what was before is added to them.
local function cumsum_reference(call, a, round, chunk)
  local out = {}
  for line = 0, call.outer * call.inner - 1 do
    local start, sum = line // call.inner * call.length * call.inner + line % call.inner, 0
    local offset = 0
    for l = 0, call.length - 1 do
      if chunk and l % chunk == 0 then sum, offset = 0, round(offset + sum) end
      local at = start + (call.reverse and call.length - 1 - l or l) * call.inner
      local before = sum
      sum = round(sum + a[at])
      out[at] = round(offset + (call.exclusive and before or sum))
    end
  end
  return out
end

-- Cases: type, outer, length, inner, and e for exclusive, r for reverse, - for neither.
local CUMSUM = some {
  { name = "lines", test = "cumsum", variant = "serial",
    cases = { "float 1 1 1 -", "float 1 1 1 e", "float 2 7 3 er", "+ float 3 113 19 r", "char 67 10 1 er" } },
  { name = "chunks", test = "cumsum", variant = "chunks",
    cases = { "float 1 1 1 -", "float 2 7 3 er", "+ float 1 9001 1 -", "+ float 1 4097 2 er",
              "float 1 4096 1 e", "char 2 31 2 -" } },
  { name = "lines on a GPU", test = "cumsum", variant = "serial", device = { gpu = true },
    cases = { "+ float 3 113 19 er" } },
  { name = "groups", test = "cumsum", variant = "groups", device = { gpu = true },
    cases = { "float 1 1 1 -", "float 2 7 3 er", "+ float 1 9001 1 -", "+ float 1 2049 2 er" } },
  { name = "small groups", test = "cumsum", variant = "groups", device = { gpu = true, max_group_size = 4 },
    cases = { "float 1 31 2 e", "float 1 1500 1 r", "char 2 31 2 -" } },
  { name = "chunks with long indices", test = "cumsum", variant = "chunks", index = "long",
    cases = { "+ float 1 9001 1 r" } },
}

local function cumsum_call(dtype, outer, length, inner, flags, choice)
  return {
    dtype = dtype, outer = outer, length = length, inner = inner,
    exclusive = flags:find "e" ~= nil, reverse = flags:find "r" ~= nil,
    variant = choice.variant, index = choice.index, device = device(choice.device or {}),
  }
end

for_cases(CUMSUM, function(choice, dtype, outer, length, inner, flags)
  local call = cumsum_call(dtype, outer, length, inner, flags, choice)
  local count = outer * length * inner
  local a = small_integers(tensor.random(dtype, { count }, 3, dtype == "uint" and 0 or -9, 9))
  local out = run(cumsum.plan(call), { a }, { { dtype, count } })
  local wrap = dtype == "char" and function(x) return (x + 128 & 255) - 128 end or function(x) return x end
  expect_list(out, cumsum_reference(call, list(a), wrap), "out")
end)

test("cumsum: floats are added in chunks of a line, one after the other, and near that in pieces", function()
  local n = 5000
  local a = tensor.random("float", { n }, 4, -1, 1)
  for _, choice in ipairs(CUMSUM) do
    local call = cumsum_call("float", 1, n, 1, "", choice)
    local out = run(cumsum.plan(call), { a }, { { "float", n } })
    expect(out:equal(run(cumsum.plan(call), { a }, { { "float", n } })), true, choice.name .. " twice")
    local expected = cumsum_reference(call, list(a), choice.variant == "serial" and to_float or function(x) return x end, 4096)
    local most = choice.variant == "serial" and 0 or 1e-3
    for i, value in out:each() do
      if math.abs(value - expected[i]) > most then error(("%s: element %d is %s, not %s"):format(choice.name, i, value, expected[i])) end
    end
  end
end)

-- ---- argsort --------------------------------------------------------------------------------

local ARGSORT = some {
  { name = "items", test = "argsort", variant = "items",
    cases = { "float 1 1 -", "float 3 2 -", "float 2 16 -", "+ float 3 17 -", "+ float 1 1031 -",
              "double 3 97 descending", "double 1 1 descending" } },
  { name = "groups", test = "argsort", variant = "groups", device = { gpu = true },
    cases = { "+ float 1 1031 -", "+ float 3 97 descending" } },
  { name = "small groups", test = "argsort", variant = "groups", device = { gpu = true, max_group_size = 8 },
    cases = { "float 3 7 -", "+ float 3 97 -", "uchar 2 300 descending" } },
  { name = "items with long indices", test = "argsort", variant = "items", index = "long",
    cases = { "long 3 97 -" } },
}

-- An order of the keys of one row that is right in one way only: by key, then by place.
local function argsort_reference(keys, first, length, descending)
  local places = {}
  for i = 0, length - 1 do places[i + 1] = i end
  table.sort(places, function(i, j)
    local x, y = keys[first + i], keys[first + j]
    if x ~= x or y ~= y then
      if x ~= x and y ~= y then return i < j end
      return y ~= y
    end
    if x == y then return i < j end
    if descending then return x > y end
    return x < y
  end)
  return places
end

-- Few keys, so that many are equal, and among floats all that are special.
local SPECIAL = { 0 / 0, 1 / 0, -1 / 0, 0.0, -0.0, 1e-40 }
local function keys(dtype, count)
  math.randomseed(5)
  return filled(dtype, count, function()
    local special = SPECIAL[math.random(12)]
    if special and dtype:find "^[fd]" then return special end
    return math.random(dtype:find "^u" and 0 or -20, 20)
  end)
end

for_cases(ARGSORT, function(choice, dtype, rows, length, order)
  local descending = order == "descending"
  local input = keys(dtype, rows * length)
  local out = run(argsort.plan {
    dtype = dtype, rows = rows, length = length, descending = descending,
    variant = choice.variant, index = choice.index, device = device(choice.device or {}),
  }, { input }, { { "int", rows * length } })
  local elements, got = list(input), list(out)
  for row = 0, rows - 1 do
    for i, place in ipairs(argsort_reference(elements, row * length, length, descending)) do
      expect(got[row * length + i - 1], place, ("place %d of row %d"):format(i - 1, row))
    end
  end
end)

-- ---- scatter_add ----------------------------------------------------------------------------

-- Cases: type, rows, indices, width, type of indices.
local SCATTER_ADD = some {
  { name = "loop", test = "scatter_add", variant = "loop",
    cases = { "float 1 1 1 int", "float 11 200 2 int", "short 41 40 2 long" } },
  { name = "columns", test = "scatter_add", variant = "columns",
    cases = { "float 7 100 3 int", "+ float 3 67 19 int" } },
  { name = "sorted", test = "scatter_add", variant = "sorted",
    cases = { "float 1 1 1 int", "+ float 11 200 3 int", "float 7 100 9 int" } },
  { name = "sorted on a GPU", test = "scatter_add", variant = "sorted",
    device = { gpu = true, max_group_size = 32 }, cases = { "+ float 11 200 3 int" } },
  { name = "sorted with long indices", test = "scatter_add", variant = "sorted", index = "long",
    cases = { "short 41 50 2 long" } },
}

for_cases(SCATTER_ADD, function(choice, dtype, rows, count, width, index_dtype)
  local low, high = -1, 1
  if dtype == "short" then low, high = -20000, 20000 end
  local base = tensor.random(dtype, { rows * width }, 6, low, high)
  local updates = tensor.random(dtype, { count * width }, 7, low, high)
  -- Some are outside of the table.
  local indices = tensor.random(index_dtype, { count }, 8, count == 1 and 0 or -2, count == 1 and 0 or rows + 1)
  local out = run(scatter_add.plan {
    dtype = dtype, rows = rows, count = count, width = width, index_dtype = index_dtype,
    variant = choice.variant, index = choice.index, device = device(choice.device or {}),
  }, { base, indices, updates }, { { dtype, rows * width } })
  local round = to_float
  if dtype == "short" then round = function(x) return (x + 32768 & 65535) - 32768 end end
  local expected, added, at = list(base), list(updates), list(indices)
  for j = 0, count - 1 do
    if at[j] >= 0 and at[j] < rows then
      for c = 0, width - 1 do
        local place = at[j] * width + c
        expected[place] = round(expected[place] + added[j * width + c])
      end
    end
  end
  expect_list(out, expected, "out")
end)

-- ---- choice ---------------------------------------------------------------------------------

-- What is chosen for a device and sizes: the last launch, which gives the output.
local KINDS = {
  emulator = { gpu = false, checks = true }, cpu = { gpu = false, checks = false },
  gpu = { gpu = true, checks = false, max_group_size = 1024, local_memory = 49152 },
  ["small gpu"] = { gpu = true, checks = false, max_group_size = 32, local_memory = 1024 },
}

local function expect_choice(plan, kind, call, expected)
  call.dtype, call.device = call.dtype or "float", device(KINDS[kind])
  local launches = plan(call).launches
  expect(launches[#launches].name, expected, "what is chosen on a " .. kind)
end

test("matmul: the variant is one for the device and the sizes", function()
  for _, case in ipairs {
    { "emulator", 4, 4, 4, "direct" }, { "emulator", 40, 40, 40, "direct" }, { "emulator", 50, 50, 50, "panels" },
    { "cpu", 8, 8, 8, "direct" },
    { "cpu", 100, 100, 100, "panels" }, { "cpu", 2, 1000, 1000, "thin" }, { "cpu", 1000, 2, 1000, "direct" },
    { "gpu", 100, 100, 100, "tiles" }, { "gpu", 1, 100, 100, "direct" }, { "small gpu", 100, 100, 100, "direct" },
  } do
    local kind, m, n, k, expected = table.unpack(case)
    expect_choice(matmul.plan, kind, { batch = 1, m = m, n = n, k = k }, "matmul_" .. expected)
  end
end)

test("cumsum, argsort, scatter_add: the variant is one for the device and the sizes", function()
  for _, case in ipairs {
    { "cpu", 1, 100, 1, "serial" }, { "cpu", 1, 1000000, 1, "chunks" }, { "cpu", 1, 1000000, 20, "serial" },
    { "gpu", 1, 1000000, 1, "groups" }, { "gpu", 10, 100, 10000, "serial" }, { "gpu", 10, 4, 1, "serial" },
  } do
    local kind, outer, length, inner, expected = table.unpack(case)
    local call = { outer = outer, length = length, inner = inner }
    expect_choice(cumsum.plan, kind, call, "cumsum_" .. expected)
  end
  expect_choice(argsort.plan, "cpu", { rows = 1, length = 10 }, "argsort_item_blocks")
  expect_choice(argsort.plan, "gpu", { rows = 1, length = 10 }, "argsort_group_blocks")
  expect_choice(argsort.plan, "gpu", { rows = 1, length = 1000 }, "argsort_merge")
  for _, case in ipairs {
    { "cpu", 1000, 1000, 100, "columns" }, { "cpu", 1000, 1000, 1, "sorted" }, { "cpu", 1000, 10, 100, "loop" },
    { "gpu", 1000, 1000, 100, "sorted" }, { "gpu", 4, 1000, 1, "loop" },
  } do
    local kind, rows, count, width, expected = table.unpack(case)
    local call = { rows = rows, count = count, width = width, index_dtype = "int" }
    expect_choice(scatter_add.plan, kind, call, "scatter_add_" .. expected)
  end
end)

test("what is not there is refused", function()
  local plans = { matmul = matmul, cumsum = cumsum, argsort = argsort, scatter_add = scatter_add }
  for name, module in pairs(plans) do
    local call = {
      dtype = "float", batch = 1, m = 1, n = 1, k = 1, outer = 1, length = 1, inner = 1, rows = 1, count = 1,
      width = 1, index_dtype = "int", device = device {}, variant = "fast",
    }
    local ok, message = pcall(module.plan, call)
    expect(ok, false, name)
    expect(message:find(name .. ": no such variant: fast", 1, true) ~= nil, true, message)
    call.variant, call.dtype = nil, "half"
    if module ~= argsort then expect(pcall(module.plan, call), false, name .. " of half") end
  end
end)

test("indices are long where an offset may be", function()
  for _, case in ipairs { { 46000, "int" }, { 47000, "long" } } do
    local n, expected = table.unpack(case)
    local step = matmul.plan { dtype = "float", batch = 1, m = n, n = n, k = 8, device = device(KINDS.cpu) }
    local last = step.launches[#step.launches].arguments
    expect(next(last[#last]), expected, "the type of sizes of a product of " .. n)
  end
end)
