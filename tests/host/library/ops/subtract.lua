-- Two inputs that are told apart by their order, or by their gradients.
local inputs = { { name = "a", dtype = { "float", "double" } }, { name = "b", dtype = "same as a", shape = "same as a" } }

op.register("subtract", { inputs = inputs, outputs = { "out" }, foreach = "out = a - b" })
op.register("multiply", { inputs = inputs, outputs = { "out" }, foreach = "out = a * b" })
