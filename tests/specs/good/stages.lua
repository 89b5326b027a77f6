local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Stages",
  concept = "Several launches.",
  entry = "step",
  params = {
    { name = "a", kind = "inout", type = "int", shape = { "n" } },
    { name = "b", kind = "output", type = "int", shape = { "n" } },
    { name = "k", kind = "scalar", type = "int", value = 7 },
    { name = "v", kind = "scalar", type = "float2", value = { 0, 1 } },
  },
  stages = function(case)
    assert(case.k == 7 and case.a(0) and case.global[1] == 8)
    local stages = { {} }
    for i = 2, case.n do
      stages[i] = { arguments = { "b", "a", "k" }, values = { k = -i } }
    end
    stages[#stages + 1] = {
      entry = "last", arguments = { "v", "b" }, values = { v = { 3, 0.5 } },
      global = { 4, 6 }, ["local"] = { 2, 3 },
    }
    return stages
  end,
  cases = {
    { name = "three", sizes = { n = 3 }, global = { 8 }, ["local"] = { 4 } },
    { name = "own", sizes = { n = 2 }, global = { 8 }, ["local"] = { 4 }, stages = { { ["local"] = { 2 } }, {} } },
  },
  reference = function(case) return { a = case.a, b = case.a } end,
}
