local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Negate",
  concept = "The sign of every element.",
  chapter = "Basics",
  entry = "negate",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" } },
    { name = "a", kind = "input", type = "int", shape = { "n" }, fill = { "random", -100, 100 } },
    { name = "n", kind = "scalar", type = "uint", value = "n" },
  },
  cases = {
    { name = "one group", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } },
    { name = "a rest", sizes = { n = 10 }, global = { 12 }, ["local"] = { 4 }, visible = false },
    { name = "many", sizes = { n = 1000 }, global = { 1024 }, ["local"] = { 64 }, visible = false },
  },
  reference = function(case)
    return { out = -case.a }
  end,
  hints = {
    "Which element is a work-item's own?",
    "The last group may have work-items without an element, which must touch nothing.",
    "Each work-item that has an element writes one value, which it reads from the same place of the other array.",
  },
  domain = {
    sizes = { n = { 1, 1000 } },
    ["local"] = { { 1, 64 } },
    global = { "ceil_div(n, local_x) * local_x" },
    values = { a = { -1000, 1000 } },
  },
}
