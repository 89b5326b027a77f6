-- Conv1d Op. An operation called conv1d, of which a graph
-- is made, which runs for two signals of different lengths.
local gpu, graph = require "gpu", require "graph"
local op, ops = require "op", require "ops"
local case = ... -- tensors: case.input, .other, .taps

op.register("conv1d", {
  outputs = {
    { name = "out", dtype = "int", shape = { "n" } },
  },
  inputs = {
    { name = "input", dtype = "int", shape = { "n" } },
    { name = "taps", dtype = "int",
      shape = { "conv_size" } },
  },
  parameters = { { name = "conv_size", type = "int" } },

  -- Enqueues what computes out; the three are buffers of
  -- the device.
  gpu = function(queue, out, input, taps, call)
    local conv1d = call:kernel("conv1d.cl", "conv1d")
    local n = call.sizes.n

    -- Your code here (about three lines).
  end,
})

local k = #case.taps
local types = {
  graph.TensorType("int", { "n" }),
  graph.TensorType("int", { k }),
}
local function conv1d(input, taps)
  return ops.custom {
    name = "conv1d", values = { input, taps },
    out_types = { input.type },
    parameters = { conv_size = k },
  }[1]
end
local g = graph.Graph("conv1d_graph", types, conv1d)

local ctx = gpu.DeviceContext()
local session = graph.InferenceSession { devices = { ctx } }
local model = session:load(g)
local out = model:execute(case.input, case.taps)[1]
local again = model:execute(case.other, case.taps)[1]
return { out = out:tensor(), again = again:tensor() }

-- It must work for k = 1 to 270, m = 1 to
-- 3,000, n = 1 to 3,000; input: -1,000 to
-- 1,000; other: -1,000 to 1,000; taps: -100
-- to 100.
