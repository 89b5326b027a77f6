local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Sum",
  concept = "The sum of all elements, across groups.",
  entry = "sum",
  params = {
    { name = "out",     kind = "output", type = "int", shape = { 1 } },
    { name = "a",       kind = "input",  type = "int", shape = { "n" }, fill = { "random", 0, 100 } },
    { name = "partial", kind = "inout",  type = "int", shape = { "n / 8" }, fill = "zeros" },
    { name = "done",    kind = "inout",  type = "int", shape = { 1 }, fill = "zeros" },
  },
  cases = {
    { name = "two groups", sizes = { n = 16 }, global = { "n" }, ["local"] = { 8 } },
    { name = "eight groups", sizes = { n = 64 }, global = { "n" }, ["local"] = { 8 }, visible = false },
  },
  reference = function(case)
    local partial, all = {}, 0
    for group = 1, case.n // 8 do
      partial[group] = 0
      for i = 8 * (group - 1), 8 * group - 1 do partial[group] = partial[group] + case.a(i) end
      all = all + partial[group]
    end
    return { out = all, partial = partial, done = case.n // 8 }
  end,
  hints = { "None." },
}
