-- expect: runtime-error foreign-data
-- why: Every sum begins with 1.
local gpu, graph = require "gpu", require "graph"
local op, ops = require "op", require "ops"
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
    queue:enqueue_memset(out, 1)
    queue:enqueue_function(conv1d, out, input, taps, n,
                           { grid_dim = { (n + 14) // 15, 2 }, block_dim = { 15, 1 } })
  end,
})

local k = #case.taps
local types = {
  graph.TensorType("int", { "n" }), graph.TensorType("int", { k }),
}
local g = graph.Graph("conv1d_graph", types, function(input, taps)
  return ops.custom {
    name = "conv1d", values = { input, taps },
    out_types = { input.type }, parameters = { conv_size = k },
  }[1]
end)

local ctx = gpu.DeviceContext()
local session = graph.InferenceSession { devices = { ctx } }
local model = session:load(g)
local out = model:execute(case.input, case.taps)[1]
local again = model:execute(case.other, case.taps)[1]
return { out = out:tensor(), again = again:tensor() }
