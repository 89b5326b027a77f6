local graph, tensor = require "graph", require "tensor"
local g = graph.Graph("wrong_weights", {}, function() return graph.Weight("w", "float", { 2 }) * 2 end)
return g, { weights = { w = tensor.zeros("float", { 3 }) } }
