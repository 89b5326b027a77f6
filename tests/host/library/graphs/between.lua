-- Two inputs without an axis.
local graph = require "graph"

local number = graph.TensorType("float", {})
return graph.Graph("between", { number, number }, function(a, b) return a - b end)
