-- expect: 16: cases[1].step: 0 is out of range (1 to 6)
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
      step = 0 },
    { name = "eight", sizes = { n = 8 }, global = { 8 }, ["local"] = { 4 },
      step = 2 },
  },
  reference = function(case)
    return { out = case.a + 10 }
  end,
}
