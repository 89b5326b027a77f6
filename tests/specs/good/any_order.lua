-- An output whose elements stand in any order, as many as another one says; the rest is free.
local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Compact, in any order",
  concept = "The even numbers of a, in any order; how many there are.",
  entry = "compact",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" },
      order = "any", count = "found", rest = "ignored" },
    { name = "found", kind = "inout", type = "uint", shape = { 1 }, fill = "zeros" },
    { name = "a", kind = "input", type = "int", shape = { "n" }, fill = { "random", 0, 9 } },
  },
  cases = {
    { name = "small", sizes = { n = 8 }, global = { "n" }, ["local"] = { "n" } },
    { name = "none", sizes = { n = 1 }, global = { 1 }, ["local"] = { 1 } },
  },
  reference = function(case)
    local out, found = {}, 0
    for i = 0, case.n - 1 do
      if case.a(i) % 2 == 0 then
        found = found + 1
        out[found] = case.a(i)
      end
    end
    for i = found + 1, case.n do out[i] = 0 end
    return { out = out, found = found }
  end,
}
