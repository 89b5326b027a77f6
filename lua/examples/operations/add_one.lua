-- One element's work as an expression of OpenCL C. The compiler makes the kernel: for any shape and
-- type, with vectors where the device likes them, and one kernel with what comes before and after.
op.register("add_one", {
  summary = "1 more", outputs = { "out" }, inputs = { "x" }, foreach = "out = x + 1",
})
