-- expect: 15: cases[1].stages: must be a list, not a function
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
  stages = nil,
  cases = {
    { name = "four", sizes = { n = 4 }, global = { 8 }, ["local"] = { 4 }, stages = function(case) end },
  },
  reference = function(case) return { a = case.a, next = case.a } end,
}
