-- expect: 15: cases[1].stages[1].entry: 'for' is a keyword
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
    { name = "four", sizes = { n = 4 }, global = { 8 }, ["local"] = { 4 }, stages = { { entry = "for" } } },
  },
  reference = function(case) return { a = case.a, next = case.a } end,
}
