-- expect: 8: printed: unknown order 'anny'; did you mean 'any'?
local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Hello",
  concept = "Each work-item prints a line.",
  entry = "hello",
  printed = "anny", -- here
  cases = {
    { name = "four", global = { 4 }, ["local"] = { 4 } },
  },
  reference = function(case)
    return { printed = {} }
  end,
}
