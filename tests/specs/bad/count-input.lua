-- expect: 9: params[2].count: only outputs and inouts have it
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "Map",
  concept = "One work-item for each element.",
  entry = "map",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n" } },
    { name = "a", kind = "input", type = "float", shape = { "n" }, count = "out" }, -- here
  },
  cases = {
    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } },
  },
  reference = function(case)
    return { out = case.a }
  end,
}
