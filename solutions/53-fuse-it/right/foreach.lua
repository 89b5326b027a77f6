-- An operation of its own, whose formula is OpenCL C for one element.
local gpu, graph = require "gpu", require "graph"
local op, ops = require "op", require "ops"
local case = ...  -- case.raw, case.gain, case.bias: tensors

local matrix = { "rows", "columns" }
op.register("levels", {
  outputs = { { name = "out", dtype = "float", shape = matrix } },
  inputs = { { name = "raw", dtype = "uchar", shape = matrix } },
  gpu = function(queue, out, raw, call)
    local rows, columns = call.sizes.rows, call.sizes.columns
    queue:enqueue_function(call:kernel("levels.cl", "levels"), out, raw, rows, columns,
                           { global = #out })
  end,
})
local levels = op.get "levels"

op.register("energy", {
  outputs = { { name = "out", dtype = "float", shape = matrix } },
  inputs = {
    { name = "x", dtype = "float", shape = matrix },
    { name = "gain", dtype = "float", shape = matrix },
    { name = "bias", dtype = "float", shape = matrix },
  },
  foreach = "float y = fmax(x * gain + bias, 0.0f); out = y * y",
})
local energy = op.get "energy"

local types = {}
for i, input in ipairs { case.raw, case.gain, case.bias } do
  types[i] = graph.TensorType(input:type(), input:shape())
end
local g = graph.Graph("sensor", types, function(raw, gain, bias)
  local x = levels(raw)
  gain, bias = ops.broadcast_to(gain, x.shape), ops.broadcast_to(bias, x.shape)
  return ops.mean(energy(x, gain, bias), 1)
end)

local session = graph.InferenceSession { devices = { gpu.DeviceContext() } }
local model = session:load(g)
local out = model:execute(case.raw, case.gain, case.bias)[1]
return { out = out:tensor() }
