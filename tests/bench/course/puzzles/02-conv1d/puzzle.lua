local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Conv1d (benchmark)",
  concept = "Groups of 256 with a tile, a halo and a barrier.",
  entry = "conv1d",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n" } },
    { name = "a", kind = "input", type = "float", shape = { "n" }, fill = { "random", -1, 1 } },
    { name = "b", kind = "input", type = "float", shape = { "k" }, fill = { "random", -1, 1 } },
    { name = "n", kind = "scalar", type = "uint", value = "n" },
  },
  cases = {
    { name = "a quarter million", sizes = { n = 262144, k = 8 }, global = { "n" }, ["local"] = { 256 } },
  },
  reference = function(case) return { out = tensor.conv1d(case.a, case.b) } end,
  tolerance = { atol = 1e-5, rtol = 1e-5 },
  limits = { time_ms = 60000 },
}
