-- expect: 8: cases[2].vary.n[2]: must be a whole number
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "T", concept = "C", entry = "k",
  params = { { name = "out", kind = "output", type = "float", shape = { "n" } } },
  cases = {
    { name = "seen", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } },
    { name = "b", sizes = { n = 4 }, vary = { n = { 3, 4.5 } }, global = { 4 }, ["local"] = { 4 }, visible = false },
  },
  reference = function(case) return { out = 1 } end,
}
