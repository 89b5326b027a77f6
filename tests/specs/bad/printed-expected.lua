-- expect: 10: cases[1].expected.printed: is missing; every output and inout must be there, and the printed lines
local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Hello",
  concept = "Each work-item prints a line.",
  entry = "hello",
  printed = "any",
  cases = {
    { name = "four", global = { 4 }, ["local"] = { 4 }, expected = {} },
  },
  reference = function(case)
    return { printed = {} }
  end,
}
