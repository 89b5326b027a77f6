return { name = "no_graph" }
