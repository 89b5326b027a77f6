local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Vector add (benchmark)",
  concept = "A million work-items, three global accesses each.",
  entry = "vector_add",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n" } },
    { name = "a", kind = "input", type = "float", shape = { "n" }, fill = { "random", -1, 1 } },
    { name = "b", kind = "input", type = "float", shape = { "n" }, fill = { "random", -1, 1 } },
    { name = "n", kind = "scalar", type = "uint", value = "n" },
  },
  cases = {
    { name = "a million", sizes = { n = 1048576 }, global = { "n" }, ["local"] = { 256 } },
  },
  reference = function(case) return { out = case.a + case.b } end,
  limits = { time_ms = 60000 },
}
