-- expect: 18: cases[2].step: goes back: the case before it is of step 2, and steps come in order
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
  steps = { "One group", "Several groups" },
  cases = {
    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 },
      step = 2 },
    { name = "eight", sizes = { n = 8 }, global = { 8 }, ["local"] = { 4 },
      step = 1 },
  },
  reference = function(case)
    return { out = case.a + 10 }
  end,
}
