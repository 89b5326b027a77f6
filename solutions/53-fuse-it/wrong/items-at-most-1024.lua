-- expect: runtime-error uninitialized-read
-- why: The levels of 1,024 elements are made, and no more.
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
                           { global = math.min(#out, 1024) })
  end,
})
local levels = op.get "levels"

local types = {}
for i, input in ipairs { case.raw, case.gain, case.bias } do
  types[i] = graph.TensorType(input:type(), input:shape())
end
local g = graph.Graph("sensor", types, function(raw, gain, bias)
  local y = ops.relu(levels(raw) * gain + bias)
  return ops.mean(y * y, 1)
end)

local session = graph.InferenceSession { devices = { gpu.DeviceContext() } }
local model = session:load(g)
local out = model:execute(case.raw, case.gain, case.bias)[1]
return { out = out:tensor() }
