-- expect: 14: stages[2].entry: 'for' is a keyword of OpenCL C (case "four")
local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Stages",
  concept = "Several launches.",
  entry = "step",
  params = {
    { name = "a", kind = "inout", type = "int", shape = { "n" } },
    { name = "next", kind = "output", type = "int", shape = { "n" } },
    { name = "k", kind = "scalar", type = "char", value = 7 },
  },
  stages = { {},
    { entry = "for" } },
  cases = {
    { name = "four", sizes = { n = 4 }, global = { 8 }, ["local"] = { 4 } },
  },
  reference = function(case) return { a = case.a, next = case.a } end,
}
