-- An operation of a folder beside the file, and a gradient; a file that it requires.
local graph, ops = require "graph", require "ops"
local factor = require "_factor"

return graph.Graph("uses_ops", { graph.TensorType("float", { 4 }) }, function(x)
  local scaled = ops.custom { name = "scale", values = { x }, parameters = { by = factor } }[1]
  return scaled, graph.grad(ops.sum(scaled * x), { x })[1]
end, { custom_extensions = { "../ops" } })
