local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Map",
  concept = "Every element of its own; kernels here take their element from an atomic.",
  entry = "map",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n" } },
    { name = "a",   kind = "input",  type = "float", shape = { "n" }, fill = { "random", -50, 50 } },
    { name = "c",   kind = "inout",  type = "int",   shape = { 1 }, fill = "zeros" },
  },
  cases = {
    { name = "one group", sizes = { n = 4 }, global = { "n" }, ["local"] = { "n" } },
    { name = "groups", sizes = { n = 64 }, global = { "n" }, ["local"] = { 8 } },
    { name = "more groups", sizes = { n = 96 }, global = { "n" }, ["local"] = { 32 }, visible = false },
  },
  reference = function(case)
    return { out = case.a + 10, c = case.c }
  end,
  hints = { "None." },
}
