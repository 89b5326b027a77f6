local graph = require "graph"
return graph.Graph("no_value", {}, function() end)
