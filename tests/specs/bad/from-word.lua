-- expect: 9: params[1].from: unknown from 'kernel'; did you mean 'kernels'?
local puzzle = require "puzzle"

return puzzle.host {
  title = "Twice",
  concept = "Two buffers.",
  launches = { "twice" },
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" }, from = "kernel" }, -- here
    { name = "a", kind = "input", type = "int", shape = { "n" } },
  },
  cases = { { name = "four", sizes = { n = 4 } } },
  reference = function(case) return { out = case.a * 2 } end,
}
