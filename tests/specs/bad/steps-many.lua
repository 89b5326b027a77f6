-- expect: 13: steps: has 7 names; a puzzle has 2 to 6 steps, or none
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
  steps = { "One", "Two", "Three", "Four", "Five", "Six", "Seven" },
  cases = {
    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 },
      step = 1 },
    { name = "eight", sizes = { n = 8 }, global = { 8 }, ["local"] = { 4 },
      step = 2 },
  },
  reference = function(case)
    return { out = case.a + 10 }
  end,
}
