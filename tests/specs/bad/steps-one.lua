-- expect: 13: steps: has 1 name; a puzzle has 2 to 6 steps, or none
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
  steps = { "All of it" },
  cases = {
    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 },
      step = 1 },
    { name = "eight", sizes = { n = 8 }, global = { 8 }, ["local"] = { 4 },
      step = 1 },
  },
  reference = function(case)
    return { out = case.a + 10 }
  end,
}
