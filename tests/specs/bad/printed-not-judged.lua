-- expect: 14: the reference of case "four" returns 'printed', which is no output or inout
local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Hello",
  concept = "Each work-item prints a line.",
  entry = "hello",
  params = {
    { name = "out", kind = "output", type = "int", shape = { 1 } },
  },
  cases = {
    { name = "four", global = { 4 }, ["local"] = { 4 } },
  },
  reference = function(case)
    return { out = 1, printed = { "a" } }
  end,
}
