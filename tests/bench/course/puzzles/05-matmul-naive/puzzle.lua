local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Naive matmul (benchmark)",
  concept = "Two global reads an iteration, no barrier.",
  entry = "matmul",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n", "n" } },
    { name = "a", kind = "input", type = "float", shape = { "n", "n" }, fill = { "random", -1, 1 } },
    { name = "b", kind = "input", type = "float", shape = { "n", "n" }, fill = { "random", -1, 1 } },
    { name = "n", kind = "scalar", type = "uint", value = "n" },
  },
  cases = {
    { name = "128 squared", sizes = { n = 128 }, global = { "n", "n" }, ["local"] = { 16, 16 } },
    { name = "256 squared", sizes = { n = 256 }, global = { "n", "n" }, ["local"] = { 16, 16 } },
  },
  reference = function(case) return { out = tensor.matmul(case.a, case.b) } end,
  tolerance = { atol = 1e-4, rtol = 1e-4 },
  limits = { time_ms = 60000 },
}
