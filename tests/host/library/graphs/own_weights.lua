-- Weights that the file has itself; bools.
local graph, ops, tensor = require "graph", require "ops", require "tensor"
local g = graph.Graph("own_weights", { graph.TensorType("bool", { "n" }) }, function(mask)
  return ops.where(mask, graph.Weight("yes", "int", {}), graph.Weight("no", "int", {})), ~mask
end)
return g, { weights = { yes = tensor.full("int", {}, 7), no = tensor.full("int", {}, -1) } }
