-- expect: 9: params[1].count: 'totl' is not another output or inout of whole numbers; did you mean 'total'?
local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Compact",
  concept = "What is even, in any order.",
  entry = "compact",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" }, count = "totl" }, -- here
    { name = "total", kind = "inout", type = "uint", shape = { 1 }, fill = "zeros" },
    { name = "real", kind = "output", type = "float", shape = { 1 } },
    { name = "a", kind = "input", type = "int", shape = { "n" } },
  },
  cases = {
    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } },
  },
  reference = function(case)
    return { out = case.a, total = 5, real = 0 }
  end,
}
