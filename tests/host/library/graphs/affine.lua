-- Weights without an axis.
local graph = require "graph"

return graph.Graph("affine", { graph.TensorType("float", { "n" }) }, function(x)
  return x * graph.Weight("scale", "float", {}) + graph.Weight("shift", "float", {})
end)
