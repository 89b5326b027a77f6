-- A layer norm and a linear layer as one kernel of one's own, with a gradient of its own
-- (operations/layer_norm_linear.lua), beside the same made of operations of graphs, whose gradient
-- graph.grad finds by itself. They agree in the result and in the gradients of all five inputs.
local gpu, graph, ops, tensor = require "gpu", require "graph", require "ops", require "tensor"

local ROWS, WIDTH, OUTPUTS = 6, 20, 5
local names = { "x", "gamma", "beta", "weight", "bias" }
local shapes = { { ROWS, WIDTH }, { WIDTH }, { WIDTH }, { OUTPUTS, WIDTH }, { OUTPUTS } }

local function by_operations(x, gamma, beta, weight, bias)
  return ops.linear(ops.layer_norm(x, gamma, beta), weight, bias)
end

local function by_kernel(...)
  return ops.custom { name = "layer_norm_linear", values = { ... } }[1]
end

-- Every element of the result counts in the loss, each differently.
local importance = tensor.random("float", { ROWS, OUTPUTS }, 99, -1, 1)
local types = {}
for i, shape in ipairs(shapes) do types[i] = graph.TensorType("float", shape) end

local session = graph.InferenceSession { devices = { gpu.DeviceContext() } }
local function load_model(name, layer)
  return session:load(graph.Graph(name, types, function(...)
    local out = layer(...)
    local loss = ops.sum(out * ops.constant(importance))
    return out, table.unpack(graph.grad(loss, { ... }))
  end, { custom_extensions = { "operations" } }))
end

local inputs = {}
for i, shape in ipairs(shapes) do inputs[i] = tensor.random("float", shape, i, -1, 1) end
local fused = load_model("fused", by_kernel):execute(table.unpack(inputs))
local unfused = load_model("unfused", by_operations):execute(table.unpack(inputs))

for i, name in ipairs { "result", table.unpack(names) } do
  local a, b = fused[i]:tensor(), unfused[i]:tensor()
  local largest, difference = b:abs():max(), (a - b):abs():max()
  print(("%-22s %-8s largest %.3f, the same: %s"):format(i == 1 and name or "gradient of " .. name,
    table.concat(a:shape(), " × "), largest, difference < 1e-4))
end
