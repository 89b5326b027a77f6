local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Compact, in any order",
  concept = "The even numbers of a in front, as they come; how many there are.",
  entry = "compact",
  params = {
    { name = "out",   kind = "output", type = "int", shape = { "n" },
      order = "any", count = "count", rest = "ignored" },
    { name = "count", kind = "inout", type = "int", shape = { 1 }, fill = "zeros" },
    { name = "a",     kind = "input", type = "int", shape = { "n" }, fill = { "random", 0, 9 } },
  },
  cases = {
    { name = "one group", sizes = { n = 8 }, global = { "n" }, ["local"] = { "n" } },
    { name = "groups", sizes = { n = 64 }, global = { "n" }, ["local"] = { 8 } },
    { name = "many", sizes = { n = 640 }, global = { "n" }, ["local"] = { 32 }, visible = false },
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
