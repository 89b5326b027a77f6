local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Map (benchmark)",
  concept = "Four work-items: all that is left is the way from saving to the verdict.",
  entry = "map",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n" } },
    { name = "a", kind = "input", type = "float", shape = { "n" } },
  },
  cases = { { name = "4 elements", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } } },
  reference = function(case) return { out = case.a + 10 } end,
}
