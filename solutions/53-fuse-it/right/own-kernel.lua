-- Fused by hand: one kernel of the program's own, in which a work-item has a row.
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
  outputs = { { name = "out", dtype = "float", shape = { "rows" } } },
  inputs = {
    { name = "x", dtype = "float", shape = matrix },
    { name = "gain", dtype = "float", shape = { "columns" } },
    { name = "bias", dtype = "float", shape = { "columns" } },
  },
  gpu = function(queue, out, x, gain, bias, call)
    local energy = queue:compile_function { source = [[
      __kernel void energy(__global float *out, __global const float *x,
                           __global const float *gain,
                           __global const float *bias, uint columns) {
        size_t row = get_global_id(0);
        float sum = 0.0f;
        for (uint j = 0; j < columns; j++) {
          float y = fmax(x[row * columns + j] * gain[j] + bias[j], 0.0f);
          sum += y * y;
        }
        out[row] = sum / columns;
      }]] }
    local rows, columns = call.sizes.rows, call.sizes.columns
    queue:enqueue_function(energy, out, x, gain, bias, columns, { global = rows, ["local"] = 1 })
  end,
})
local energy = op.get "energy"

local types = {}
for i, input in ipairs { case.raw, case.gain, case.bias } do
  types[i] = graph.TensorType(input:type(), input:shape())
end
local g = graph.Graph("sensor", types, function(raw, gain, bias)
  return energy(levels(raw), gain, bias)
end)

local session = graph.InferenceSession { devices = { gpu.DeviceContext() } }
local model = session:load(g)
local out = model:execute(case.raw, case.gain, case.bias)[1]
return { out = out:tensor() }
