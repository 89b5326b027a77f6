-- expect: 13: stages: has 4097 items; at most 4096 are allowed (case "four")
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
  stages = function(case) local all = {} for i = 1, 4097 do all[i] = {} end return all end,
  cases = {
    { name = "four", sizes = { n = 4 }, global = { 8 }, ["local"] = { 4 } },
  },
  reference = function(case) return { a = case.a, next = case.a } end,
}
