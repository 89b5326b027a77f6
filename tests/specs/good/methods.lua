-- A reference that asks its tensors for methods of every kind, without the module by its name.
local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Clamp",
  concept = "The numbers of a, none below 0 or above 2.",
  entry = "limit",
  params = {
    { name = "out", kind = "output", type = "float", shape = { 4 } },
    { name = "a", kind = "input", type = "float", shape = { 4 }, fill = { "range", -1, 2 } },
  },
  cases = { { name = "four", global = { 4 }, ["local"] = { 4 } } },
  reference = function(case)
    assert(case.a:sum() == 8 and case.a:mean() == 2)
    return { out = case.a:clamp(0, 2) }
  end,
}
