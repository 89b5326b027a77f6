-- expect: 9: params[1].from: vectors of three cannot be followed; those of four can
local puzzle = require "puzzle"

return puzzle.host {
  title = "Twice",
  concept = "Two buffers.",
  launches = { "twice" },
  params = {
    { name = "out", kind = "output", type = "int3", shape = { "n" }, from = "kernels" }, -- here
    { name = "a", kind = "input", type = "int", shape = { "n" } },
  },
  cases = { { name = "four", sizes = { n = 4 } } },
  reference = function(case) return { out = case.a * 2 } end,
}
