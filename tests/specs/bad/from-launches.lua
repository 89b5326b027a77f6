-- expect: 8: params[1].from: there are no launches that it could come from
local puzzle = require "puzzle"

return puzzle.host {
  title = "Twice",
  concept = "Two buffers.",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" }, from = "launches" }, -- here
    { name = "a", kind = "input", type = "int", shape = { "n" } },
  },
  cases = { { name = "four", sizes = { n = 4 } } },
  reference = function(case) return { out = case.a * 2 } end,
}
