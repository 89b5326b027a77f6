-- expect: 12: the reference of case "four": printed[1] is not UTF-8 without control characters
local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Hello",
  concept = "Each work-item prints a line.",
  entry = "hello",
  printed = "any",
  cases = {
    { name = "four", global = { 4 }, ["local"] = { 4 } },
  },
  reference = function(case)
    return { printed = { "a\tb" } }
  end,
}
