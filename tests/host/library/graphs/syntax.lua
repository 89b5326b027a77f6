local graph = require "graph"
return graph.Graph("syntax", {}, function( return 1 end)
