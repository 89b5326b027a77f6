-- expect: 12: the reference of case "four": printed must be a list of lines, {
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
    return { printed = { "0", other = "1" } }
  end,
}
