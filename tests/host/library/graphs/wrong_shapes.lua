local graph, ops = require "graph", require "ops"
return graph.Graph("wrong_shapes", { graph.TensorType("float", { 3, 4 }) }, function(x)
  local y = x + ops.zeros { 2, 4 }
  return y
end)
