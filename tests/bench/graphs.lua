-- Compiled graphs, measured one after the other as graphs.py asks: a line "NAME REPEATS" on standard
-- input, a line "MEDIAN LEAST BYTES" of seconds and compulsory bytes as the answer.
--
--   workbench lua tests/bench/graphs.lua [--device opencl]      (see graphs.py)
local gpu, graph, native, op, ops = require "gpu", require "graph", require "graph.native", require "op", require "ops"
local tensor = require "tensor"

local ctx = gpu.DeviceContext()
local T = graph.TensorType
local N, ROWS, PICTURE, MATRIX = 1 << 24, 4096, tonumber(os.getenv "PICTURE") or 16000, 1024

op.register("grayscale", {
  inputs = { { name = "red", dtype = "uchar" }, { name = "green", dtype = "uchar" }, { name = "blue", dtype = "uchar" } },
  outputs = { { name = "out", dtype = "uchar", shape = "same as red" } },
  foreach = "out = convert_uchar_sat(0.21f * red + 0.71f * green + 0.07f * blue)",
})

-- A buffer of numbers that are no special case.
local function fill(dtype, count)
  local buffer = ctx:enqueue_create_buffer(dtype, count)
  local part = math.min(count, 1 << 16)
  local low, high = dtype == "uchar" and 0 or -1, dtype == "uchar" and 255 or 1
  local numbers = tensor.random(dtype, { part }, count, low, high)
  for first = 0, count - 1, part do
    local length = math.min(part, count - first)
    ctx:enqueue_copy { src = numbers, dst = buffer:create_sub_buffer(dtype, first, length) }
  end
  return buffer
end

-- What runs once, from inputs { dtype, shape } to one output.
local function model(inputs, output, f)
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
  return function() compiled:execute_into(results, table.unpack(given)) end, bytes + results[1]:bytes()
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
  return best, 8 * N
end

function makers.chain()
  return model({ { "float", { N } } }, { "float", { N } }, function(x)
    for _ = 1, 5 do x = x * 1.01 + 0.5 end
    return x
  end)
end

function makers.grayscale()
  local plane = { "uchar", { PICTURE, PICTURE } }
  return model({ plane, plane, plane }, plane, function(r, g, b)
    return ops.custom { name = "grayscale", values = { r, g, b } }[1]
  end)
end

function makers.softmax() return model({ { "float", square } }, { "float", square }, ops.softmax) end

function makers.layer_norm()
  return model({ { "float", square }, { "float", weights }, { "float", weights } }, { "float", square }, function(x, w, b)
    return ops.layer_norm(x, w, b)
  end)
end

function makers.matmul()
  local matrix = { "float", { MATRIX, MATRIX } }
  return model({ matrix, matrix }, matrix, ops.matmul)
end

function makers.linear_gelu()
  local matrix = { "float", { MATRIX, MATRIX } }
  return model({ matrix, matrix, { "float", { MATRIX } } }, matrix, function(x, w, b) return ops.gelu(ops.linear(x, w, b)) end)
end

function makers.sum() return model({ { "float", { N } } }, { "float", {} }, function(x) return x:sum() end) end
function makers.sum_columns() return model({ { "float", square } }, { "float", weights }, function(x) return x:sum(0) end) end
function makers.transpose() return model({ { "float", square } }, { "float", square }, ops.transpose) end

-- What executing takes beside its launches: ten small kernels, by execute_into and by hand.
function makers.execute()
  local x, out = fill("float", 1024), ctx:enqueue_create_buffer("float", 1024)
  local g = graph.Graph("small", { T("float", { 1024 }) }, function(v)
    for i = 1, 10 do v = v + i end
    return v
  end)
  local compiled = graph.InferenceSession({ devices = { ctx }, fuses = false }):load(g)
  return function() compiled:execute_into({ out }, x) end, 80 * 1024
end

function makers.launches()
  local kernels, buffers = {}, {}
  for i = 1, 11 do buffers[i] = ctx:enqueue_create_buffer("float", 1024) end
  for i = 1, 10 do
    kernels[i] = ctx:compile_function({ source = [[
      __kernel void add(__global float *out, __global const float *x) { out[get_global_id(0)] = x[get_global_id(0)] + K; }
    ]] }, { defines = { K = i .. ".0f" } })
  end
  local sizes = { global = 1024, ["local"] = 128 }
  return function()
    for i = 1, 10 do ctx:enqueue_function(kernels[i], buffers[i + 1], buffers[i], sizes) end
  end, 80 * 1024
end

local made = {}
for line in io.lines() do
  local name, repeats = line:match "^(%S+) (%d+)$"
  if not name then break end
  if not made[name] then
    collectgarbage()
    local run, bytes = makers[name]()
    made[name] = { run = run, bytes = bytes }
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
  table.sort(times)
  print(("%.9f %.9f %d"):format(times[(#times + 1) // 2], times[1], made[name].bytes))
  io.stdout:flush()
end
