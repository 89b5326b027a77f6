-- expect: 15: groups[2].of: must be "all" (the points are for all cases together) or "each" (every case brings its part), not the number 1
local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Map",
  concept = "One work-item for each element.",
  entry = "map",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n" } },
    { name = "a", kind = "input", type = "float", shape = { "n" } },
    { name = "n", kind = "scalar", type = "uint", value = "n" },
  },
  groups = {
    { name = "small", points = 1 },
    { name = "large", points = 3, of = 1 },
  },
  cases = {
    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 },
      group = "small" },
    { name = "eight", sizes = { n = 8 }, global = { 8 }, ["local"] = { 4 },
      group = "large" },
  },
  reference = function(case)
    return { out = case.a + 10 }
  end,
}
