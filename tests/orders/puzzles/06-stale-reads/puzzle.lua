local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Stale reads",
  concept = "What relaxed atomic reads may find that nothing orders after others' writes.",
  entry = "total",
  standard = "CL2.0",
  params = {
    { name = "out",   kind = "inout", type = "int", shape = { 1 }, fill = "zeros" },
    { name = "count", kind = "inout", type = "int", shape = { "groups + 2" }, fill = "zeros",
      order = "any", count = "none", rest = "ignored" },
    { name = "none",  kind = "inout", type = "int", shape = { 1 }, fill = "zeros" },
    { name = "a",     kind = "input", type = "int", shape = { "n" }, fill = { "random", 1, 50 } },
    { name = "n",     kind = "scalar", type = "uint", value = "n" },
  },
  cases = {
    { name = "one group", sizes = { n = 8, groups = 1 }, global = { "n" }, ["local"] = { "n" } },
    { name = "groups", sizes = { n = 64, groups = 8 }, global = { "n" }, ["local"] = { 8 } },
    { name = "groups of one", sizes = { n = 24, groups = 24 }, global = { "n" }, ["local"] = { 1 } },
    { name = "more groups", sizes = { n = 1000, groups = 32 }, global = { 1024 }, ["local"] = { 32 },
      visible = false },
  },
  reference = function(case)
    return { out = case.a:sum(), count = case.count, none = 0 } -- none of count is looked at
  end,
  hints = { "None." },
}
