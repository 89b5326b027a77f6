-- Without a graph: the operation is called with buffers, as any function.
local gpu = require "gpu"
local op = require "op"
local case = ...  -- case.input, case.other, case.taps: tensors

op.register("conv1d", {
  outputs = { { name = "out", dtype = "int", shape = { "n" } } },
  inputs = {
    { name = "input", dtype = "int", shape = { "n" } },
    { name = "taps", dtype = "int", shape = { "conv_size" } },
  },
  parameters = { { name = "conv_size", type = "int" } },

  gpu = function(queue, out, input, taps, call)
    local conv1d = call:kernel("conv1d.cl", "conv1d")
    local n = call.sizes.n
    queue:enqueue_memset(out, 0)
    queue:enqueue_function(conv1d, out, input, taps, n,
                           { grid_dim = { (n + 14) // 15, 2 }, block_dim = { 15, 1 } })
  end,
})

local k = #case.taps
local conv1d = op.get("conv1d"):with { conv_size = k }
local ctx = gpu.DeviceContext()
local taps = ctx:enqueue_create_buffer("int", k)
ctx:enqueue_copy { src = case.taps, dst = taps }

local function convolve(signal)
  local input = ctx:enqueue_create_buffer("int", #signal)
  local out = ctx:enqueue_create_buffer("int", #signal)
  ctx:enqueue_copy { src = signal, dst = input }
  conv1d(out, input, taps)
  return out
end

local out, again = convolve(case.input), convolve(case.other)
return { out = out:tensor(), again = again:tensor() }
