-- expect: 10: params[2].from: only outputs and inouts have it
local puzzle = require "puzzle"

return puzzle.host {
  title = "Twice",
  concept = "Two buffers.",
  launches = { "twice" },
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" } },
    { name = "a", kind = "input", type = "int", shape = { "n" }, from = "kernels" },
  },
  cases = { { name = "four", sizes = { n = 4 } } },
  reference = function(case) return { out = case.a * 2 } end,
}
