-- expect: 12: the reference of case "four": the printed lines have more than the 1024 bytes that a kernel may print; raise limits.output_kb
local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Hello",
  concept = "Each work-item prints a line.",
  entry = "hello",
  printed = "any", limits = { output_kb = 1 },
  cases = {
    { name = "four", global = { 4 }, ["local"] = { 4 } },
  },
  reference = function(case)
    return { printed = { ("x"):rep(1024) } }
  end,
}
