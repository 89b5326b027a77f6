-- Two inputs that are told apart by their order, or by their gradients.
local inputs = { { name = "a", dtype = { "float", "double" } }, { name = "b", dtype = "same as a", shape = "same as a" } }

op.register("subtract", { inputs = inputs, outputs = { "out" }, foreach = "out = a - b" })
op.register("multiply", { inputs = inputs, outputs = { "out" }, foreach = "out = a * b" })

-- Its expression has no gradient that is of use.
op.register("rounded", {
  inputs = { { name = "x", dtype = { "float", "double" } } },
  outputs = { "out" },
  foreach = "out = rint(x)",
  gradient = function(call) return { call.gradients[1] } end,
})
