-- expect: 14: domain.global: has 2 dimensions, but cases have 1
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "T", concept = "C", entry = "k",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" } },
    { name = "a", kind = "input", type = "int", shape = { "n" } },
    { name = "b", kind = "input", type = "float", shape = { "n" } },
  },
  cases = { { name = "one", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } } },
  domain = {
    sizes = { n = { 1, 9 } },
    ["local"] = { { 1, 4 } },
    global = { "n", 1 },
    values = { a = "any", b = "any finite" },
  },
  reference = function(case) return { out = case.a } end,
}
