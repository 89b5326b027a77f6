-- expect: 12: domain.sizes.n: must be { least, most }
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
    sizes = { n = { 1 } },
    ["local"] = { { 1, 4 } },
    global = { "ceil_div(n, local_x) * local_x" },
    values = { a = "any", b = "any finite" },
  },
  reference = function(case) return { out = case.a } end,
}
