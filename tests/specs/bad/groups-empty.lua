-- expect: 13: groups: is empty; a puzzle has 1 to 16 groups, or no such field
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
  groups = {},
  cases = {
    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 },
      group = "small" },
    { name = "eight", sizes = { n = 8 }, global = { 8 }, ["local"] = { 4 },
      group = "small" },
  },
  reference = function(case)
    return { out = case.a + 10 }
  end,
}
