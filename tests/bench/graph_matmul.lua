-- A product of two square matrices of floats by lua/graph/library/matmul.lua. graph_matmul.py shows
-- it beside PyTorch.
--
--   workbench bench tests/bench/graph_matmul.lua --repeats 25 [-- N [VARIANT]]
local gpu = require "gpu"
local tensor = require "tensor"
local matmul = require "graph.library.matmul"

local N = tonumber(arg[1]) or 1024
local ctx = gpu.DeviceContext()
local step = matmul.plan {
  dtype = "float", batch = 1, m = N, n = N, k = N, device = ctx:device(), variant = arg[2],
}

local function buffer(dtype, count) return ctx:enqueue_create_buffer(dtype, count) end
local buffers = {
  input = { buffer("float", N * N), buffer("float", N * N) },
  output = { buffer("float", N * N) },
  scratch = {},
}
for i, scratch in ipairs(step.scratch) do
  buffers.scratch[i] = buffer(scratch.dtype, scratch.count)
end

local launches, kernels = {}, {}
for i, launch in ipairs(step.launches) do
  local text = { source = launch.source, name = launch.name }
  local arguments = { ctx:compile_function(text, launch.name) }
  for _, argument in ipairs(launch.arguments) do
    local kind, value = next(argument)
    arguments[#arguments + 1] = buffers[kind] and buffers[kind][value] or value
  end
  arguments[#arguments + 1] = launch.sizes
  launches[i] = arguments
  if i == #step.launches then kernels[launch.name] = { flops = 2 * N ^ 3 } end
end

-- Of the first row and the last one some elements.
local function check(a, b, out)
  for _, i in ipairs { 0, N - 1 } do
    local row = a:pick(i)
    for _, j in ipairs { 0, N // 2, N - 1 } do
      assert(math.abs(row:dot(b:pick(j, 1)) - out(i, j)) < 1e-3 * N ^ 0.5, "an element is wrong")
    end
  end
end

return {
  setup = function(seed)
    local state = {
      a = tensor.random("float", { N, N }, seed, -1, 1),
      b = tensor.random("float", { N, N }, seed + 1, -1, 1),
    }
    ctx:enqueue_copy { src = state.a, dst = buffers.input[1] }
    ctx:enqueue_copy { src = state.b, dst = buffers.input[2] }
    ctx:enqueue_memset(buffers.output[1], 0)
    return state
  end,
  run = function()
    for _, launch in ipairs(launches) do ctx:enqueue_function(table.unpack(launch)) end
  end,
  check = function(state) check(state.a, state.b, buffers.output[1]:tensor { N, N }) end,
  flops = 2 * N ^ 3,
  kernels = kernels,
}
