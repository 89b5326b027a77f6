-- One text for both targets.
op.register("blend", {
  outputs = { "out", { name = "over", dtype = "uchar" } },
  inputs = { { name = "x", dtype = { "float", "int" } }, "y" },
  parameters = { { name = "share", type = "float", default = 0.25 } },
  foreach = "float mixed = x + (y - x) * share; out = mixed; over = mixed > 2",
})
