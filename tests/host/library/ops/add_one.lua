op.register("add_one", {
  summary = "one more, of each element",
  inputs = { { name = "x", dtype = { "float", "double", "int" } } },
  outputs = { "out" },
  foreach = "out = x + 1",
})
