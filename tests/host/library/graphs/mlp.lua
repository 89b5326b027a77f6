-- Two weights, a size that is known when it is executed, and two outputs.
local graph, ops = require "graph", require "ops"

return graph.Graph("mlp", { graph.TensorType("float", { "n", 2 }) }, function(x)
  local weight, bias = graph.Weight("weight", "float", { 2, 3 }), graph.Weight("bias", "float", { 3 })
  local y = ops.relu(ops.matmul(x, weight) + bias)
  return y, ops.concat { y:sum(1), y:sum(1) }
end)
