local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Compact",
  concept = "The even numbers of a, in their order, in front; how many there are.",
  entry = "compact",
  params = {
    { name = "out",   kind = "inout", type = "int", shape = { "n" }, fill = "zeros" },
    { name = "count", kind = "inout", type = "int", shape = { 1 }, fill = "zeros" },
    { name = "a",     kind = "input", type = "int", shape = { "n" }, fill = { "random", 0, 100 } },
  },
  cases = {
    { name = "one group", sizes = { n = 8 }, global = { "n" }, ["local"] = { "n" } },
    { name = "groups", sizes = { n = 32 }, global = { "n" }, ["local"] = { 8 }, visible = false },
  },
  reference = function(case)
    local out = {}
    for i = 0, case.n - 1 do
      if case.a(i) % 2 == 0 then out[#out + 1] = case.a(i) end
    end
    local count = #out
    for i = count + 1, case.n do out[i] = 0 end
    return { out = out, count = count }
  end,
  hints = { "None." },
}
