-- expect: 8: cases[2].vary.n: is 5 to 9, and sizes say 4, which is not in it
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "T", concept = "C", entry = "k",
  params = { { name = "out", kind = "output", type = "float", shape = { "n" } } },
  cases = {
    { name = "seen", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } },
    { name = "b", sizes = { n = 4 }, vary = { n = { 5, 9 } }, global = { 4 }, ["local"] = { 4 }, visible = false },
  },
  reference = function(case) return { out = 1 } end,
}
