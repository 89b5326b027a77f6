-- Compiled graphs, measured one after the other as graphs.py asks: a line "NAME REPEATS" on standard
-- input, a line "MEDIAN LEAST BYTES" of seconds and compulsory bytes as the answer. Ends with an error
-- where an element of what was computed is wrong: some are computed here, too.
--
--   workbench lua tests/bench/graphs.lua [--device opencl]      (see graphs.py)
local gpu, graph, native, op, ops = require "gpu", require "graph", require "graph.native", require "op", require "ops"
local tensor = require "tensor"

local ctx = gpu.DeviceContext()
local T = graph.TensorType
local N, ROWS, PICTURE, MATRIX = 1 << 24, 4096, tonumber(os.getenv "PICTURE") or 16000, 1024
if os.getenv "TINY" then N, ROWS, PICTURE, MATRIX = 1 << 12, 64, 64, 64 end
local PART = 1 << 16 -- random numbers repeat after so many

op.register("grayscale", {
  inputs = { { name = "red", dtype = "uchar" }, { name = "green", dtype = "uchar" }, { name = "blue", dtype = "uchar" } },
  outputs = { { name = "out", dtype = "uchar", shape = "same as red" } },
  foreach = "out = convert_uchar_sat(0.21f * red + 0.71f * green + 0.07f * blue)",
})

-- A buffer of numbers that are no special case.
local function fill(dtype, count)
  local buffer = ctx:enqueue_create_buffer(dtype, count)
  local part = math.min(count, PART)
  local low, high = dtype == "uchar" and 0 or -1, dtype == "uchar" and 255 or 1
  local numbers = tensor.random(dtype, { part }, count, low, high)
  for first = 0, count - 1, part do
    local length = math.min(part, count - first)
    ctx:enqueue_copy { src = numbers, dst = buffer:create_sub_buffer(dtype, first, length) }
  end
  return buffer
end

-- Elements of a buffer, as a table.
local function elements(buffer, dtype, first, count)
  local values = {}
  for _, value in buffer:create_sub_buffer(dtype, first, count):tensor():each() do values[#values + 1] = value end
  return values
end

local function close(got, expected, tolerance)
  if not (math.abs(got - expected) <= tolerance) then error(("%g instead of %g"):format(got, expected)) end
end

-- Some elements at both ends: element(inputs...) of what the inputs have there.
local function check_elements(output, inputs, tolerance, element)
  local count = output[3]
  for _, first in ipairs { 0, count - 64 } do
    local values, got = {}, elements(output[1], output[2], first, 64)
    for i, input in ipairs(inputs) do values[i] = elements(input[1], input[2], first, 64) end
    for i = 1, 64 do
      local at = {}
      for k = 1, #values do at[k] = values[k][i] end
      close(got[i], element(table.unpack(at)), tolerance)
    end
  end
end

local function sum_of(values, f)
  local sum = 0
  for _, value in ipairs(values) do sum = sum + (f and f(value) or value) end
  return sum
end

-- By a formula of Abramowitz and Stegun (7.1.26), to seven digits.
local function erf(x)
  local t = 1 / (1 + 0.3275911 * math.abs(x))
  local y = 1 - ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t * math.exp(-x * x)
  return x < 0 and -y or y
end

-- What runs once, from inputs { dtype, shape } to one output, and what checks that:
-- check(output, inputs...), each a buffer with its type and how many elements it has.
local function model(inputs, output, f, check)
  local types, given, bytes = {}, {}, 0
  local function count_of(shape)
    local count = 1
    for _, size in ipairs(shape) do count = count * size end
    return count
  end
  for i, input in ipairs(inputs) do
    types[i] = T(input[1], input[2])
    given[i] = fill(input[1], count_of(input[2]))
    bytes = bytes + given[i]:bytes()
  end
  local compiled = graph.InferenceSession({ devices = { ctx } }):load(graph.Graph("bench", types, f))
  local results = { ctx:enqueue_create_buffer(output[1], count_of(output[2])) }
  local function run() compiled:execute_into(results, table.unpack(given)) end
  local function check_all()
    local buffers = {}
    for i, input in ipairs(inputs) do buffers[i] = { given[i], input[1], count_of(input[2]) } end
    check({ results[1], output[1], count_of(output[2]) }, table.unpack(buffers))
  end
  return run, bytes + results[1]:bytes(), check_all
end

local square, weights = { ROWS, ROWS }, { ROWS }
local makers = {}

-- The best of some kernels that copy.
function makers.copy()
  local from, to = fill("float", N), ctx:enqueue_create_buffer("float", N)
  local best, best_time
  for _, width in ipairs { 1, 4, 16 } do
    local dtype = width == 1 and "float" or "float" .. width
    local kernel = ctx:compile_function { source = ([[
      __kernel void copy(__global %s *to, __global const %s *from) { to[get_global_id(0)] = from[get_global_id(0)]; }
    ]]):format(dtype, dtype) }
    local function run() ctx:enqueue_function(kernel, to, from, { global = N // width, ["local"] = 128 }) end
    run()
    ctx:synchronize()
    local start = native.monotonic()
    for _ = 1, 5 do run() end
    ctx:synchronize()
    local time = native.monotonic() - start
    if not best or time < best_time then best, best_time = run, time end
  end
  return best, 8 * N, function()
    check_elements({ to, "float", N }, { { from, "float" } }, 0, function(x) return x end)
  end
end

function makers.chain()
  return model({ { "float", { N } } }, { "float", { N } }, function(x)
    for _ = 1, 5 do x = x * 1.01 + 0.5 end
    return x
  end, function(out, x)
    check_elements(out, { x }, 1e-5, function(value)
      for _ = 1, 5 do value = value * 1.01 + 0.5 end
      return value
    end)
  end)
end

function makers.grayscale()
  local plane = { "uchar", { PICTURE, PICTURE } }
  return model({ plane, plane, plane }, plane, function(r, g, b)
    return ops.custom { name = "grayscale", values = { r, g, b } }[1]
  end, function(out, red, green, blue)
    check_elements(out, { red, green, blue }, 1, function(r, g, b) return 0.21 * r + 0.71 * g + 0.07 * b end)
  end)
end

function makers.softmax()
  return model({ { "float", square } }, { "float", square }, ops.softmax, function(out, x)
    local row = elements(x[1], "float", 0, ROWS)
    local sum = sum_of(row, math.exp)
    for i, got in ipairs(elements(out[1], "float", 0, ROWS)) do close(got * ROWS, math.exp(row[i]) / sum * ROWS, 1e-4) end
  end)
end

function makers.layer_norm()
  return model({ { "float", square }, { "float", weights }, { "float", weights } }, { "float", square }, function(x, w, b)
    return ops.layer_norm(x, w, b)
  end, function(out, x, w, b)
    local row, weight, bias = elements(x[1], "float", 0, ROWS), elements(w[1], "float", 0, ROWS), elements(b[1], "float", 0, ROWS)
    local mean = sum_of(row) / ROWS
    local variance = sum_of(row, function(value) return (value - mean) ^ 2 end) / ROWS
    for i, got in ipairs(elements(out[1], "float", 0, ROWS)) do
      close(got, (row[i] - mean) / math.sqrt(variance + 1e-5) * weight[i] + bias[i], 1e-4)
    end
  end)
end

-- Of the first row and the last one some elements: element(row, column) of the product.
local function check_product(out, a, b, axis, element)
  local function matrix(buffer) return buffer[1]:tensor { MATRIX, MATRIX } end
  local product, left, right = matrix(out), matrix(a), matrix(b)
  for _, i in ipairs { 0, MATRIX - 1 } do
    for _, j in ipairs { 0, MATRIX // 2, MATRIX - 1 } do
      close(product(i, j), element(left:pick(i):dot(right:pick(j, axis)), j), 1e-3)
    end
  end
end

function makers.matmul()
  local matrix = { "float", { MATRIX, MATRIX } }
  return model({ matrix, matrix }, matrix, ops.matmul, function(out, a, b)
    check_product(out, a, b, 1, function(sum) return sum end)
  end)
end

function makers.linear_gelu()
  local matrix = { "float", { MATRIX, MATRIX } }
  local function f(x, w, b) return ops.gelu(ops.linear(x, w, b)) end
  return model({ matrix, matrix, { "float", { MATRIX } } }, matrix, f, function(out, x, w, b)
    local bias = elements(b[1], "float", 0, MATRIX)
    check_product(out, x, w, 0, function(sum, j)
      local y = sum + bias[j + 1]
      return y * 0.5 * (1 + erf(y / math.sqrt(2)))
    end)
  end)
end

function makers.sum()
  return model({ { "float", { N } } }, { "float", {} }, function(x) return x:sum() end, function(out, x)
    local part = math.min(N, PART)
    close(elements(out[1], "float", 0, 1)[1], sum_of(elements(x[1], "float", 0, part)) * (N // part), 1e-5 * N)
  end)
end

function makers.sum_columns()
  return model({ { "float", square } }, { "float", weights }, function(x) return x:sum(0) end, function(out, x)
    local rows = math.min(ROWS, PART // ROWS)
    local values, got = elements(x[1], "float", 0, rows * ROWS), elements(out[1], "float", 0, ROWS)
    for column = 1, ROWS do
      local sum = 0
      for row = 0, rows - 1 do sum = sum + values[row * ROWS + column] end
      close(got[column], sum * (ROWS // rows), 1e-5 * ROWS)
    end
  end)
end

function makers.transpose()
  return model({ { "float", square } }, { "float", square }, ops.transpose, function(out, x)
    local rows = math.min(ROWS, PART // ROWS)
    local values, got = elements(x[1], "float", 0, rows * ROWS), elements(out[1], "float", 0, rows * ROWS)
    for row = 0, rows - 1 do
      for column = 0, rows - 1 do close(got[column * ROWS + row + 1], values[row * ROWS + column + 1], 0) end
    end
  end)
end

local function check_increment(out, x, by)
  check_elements({ out, "float", 1024 }, { { x, "float" } }, 1e-4, function(value) return value + by end)
end

-- What executing takes beside its launches: ten small kernels, by execute_into and by hand.
function makers.execute()
  local x, out = fill("float", 1024), ctx:enqueue_create_buffer("float", 1024)
  local g = graph.Graph("small", { T("float", { 1024 }) }, function(v)
    for i = 1, 10 do v = v + i end
    return v
  end)
  local compiled = graph.InferenceSession({ devices = { ctx }, fuses = false }):load(g)
  return function() compiled:execute_into({ out }, x) end, 80 * 1024, function() check_increment(out, x, 55) end
end

function makers.launches()
  local kernels, buffers = {}, { fill("float", 1024) }
  for i = 2, 11 do buffers[i] = ctx:enqueue_create_buffer("float", 1024) end
  for i = 1, 10 do
    kernels[i] = ctx:compile_function({ source = [[
      __kernel void add(__global float *out, __global const float *x) { out[get_global_id(0)] = x[get_global_id(0)] + K; }
    ]] }, { defines = { K = i .. ".0f" } })
  end
  local sizes = { global = 1024, ["local"] = 128 }
  return function()
    for i = 1, 10 do ctx:enqueue_function(kernels[i], buffers[i + 1], buffers[i], sizes) end
  end, 80 * 1024, function() check_increment(buffers[11], buffers[1], 55) end
end

local made = {}
for line in io.lines() do
  local name, repeats = line:match "^(%S+) (%d+)$"
  if not name then break end
  if not made[name] then
    collectgarbage()
    local run, bytes, check = makers[name]()
    made[name] = { run = run, bytes = bytes, check = check }
    for _ = 1, 3 do run() end
    ctx:synchronize()
  end
  local times = {}
  -- Of very small ones, the time until all were enqueued.
  local waits = name ~= "execute" and name ~= "launches"
  for i = 1, tonumber(repeats) do
    local start = native.monotonic()
    made[name].run()
    if waits then ctx:synchronize() end
    times[i] = native.monotonic() - start
    if not waits then ctx:synchronize() end
  end
  made[name].check()
  table.sort(times)
  print(("%.9f %.9f %d"):format(times[(#times + 1) // 2], times[1], made[name].bytes))
  io.stdout:flush()
end
