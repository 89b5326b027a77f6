-- Fuse It. The graph is right, and moves too many bytes:
-- each of its operations launches a kernel that reads all
-- and writes all.
local gpu, graph = require "gpu", require "graph"
local op, ops = require "op", require "ops"
local case = ...  -- case.raw, case.gain, case.bias: tensors

-- An operation that launches a kernel, whose last
-- arguments are rows and columns.
local function register(name, file, shape, inputs)
  op.register(name, {
    outputs = {
      { name = "out", dtype = "float", shape = shape },
    },
    inputs = inputs,
    gpu = function(queue, out, ...)
      local arguments = { ... }
      local call = table.remove(arguments)
      table.insert(arguments, call.sizes.rows)
      table.insert(arguments, call.sizes.columns)
      table.insert(arguments, { global = #out })
      queue:enqueue_function(call:kernel(file, name), out,
                             table.unpack(arguments))
    end,
  })
  return op.get(name)
end

local matrix = { "rows", "columns" }
local row = { "columns" }
local raw = {
  name = "raw", dtype = "uchar", shape = matrix,
}
local x = { name = "x", dtype = "float", shape = matrix }
local gain = { name = "gain", dtype = "float", shape = row }
local bias = { name = "bias", dtype = "float", shape = row }
local levels =
  register("levels", "levels.cl", matrix, { raw })
local scale =
  register("scale", "steps.cl", matrix, { x, gain })
local shift =
  register("shift", "steps.cl", matrix, { x, bias })
local relu = register("relu", "steps.cl", matrix, { x })
local square = register("square", "steps.cl", matrix, { x })
local row_mean =
  register("row_mean", "steps.cl", { "rows" }, { x })

local types = {}
for i, input in ipairs { case.raw, case.gain, case.bias } do
  types[i] = graph.TensorType(input:type(), input:shape())
end
local function sensor(raw, gain, bias)
  local x = levels(raw)
  x = scale(x, gain)
  x = shift(x, bias)
  x = relu(x)
  x = square(x)
  return row_mean(x)
end
local g = graph.Graph("sensor", types, sensor)

local session = graph.InferenceSession {
  devices = { gpu.DeviceContext() },
}
local model = session:load(g)
local out = model:execute(case.raw, case.gain, case.bias)[1]
return { out = out:tensor() }

-- It must work for columns = 1 to 600, rows
-- = 1 to 600; raw: any uchar; gain: -2 to 2;
-- bias: -1 to 1.
