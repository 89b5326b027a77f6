-- expect: 10: params[1].name: 'printed' is taken: the reference returns the printed lines by it
local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Hello",
  concept = "Each work-item prints a line.",
  entry = "hello",
  printed = "any",
  params = {
    { name = "printed", kind = "output", type = "int", shape = { 1 } }, -- here
  },
  cases = {
    { name = "four", global = { 4 }, ["local"] = { 4 } },
  },
  reference = function(case)
    return { printed = {} }
  end,
}
