-- expect: 7: there is no math.random here, since a run must be repeatable; use tensor.random with a seed
local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Map",
  budgets = { max_global_reads = math.random(3) }, -- here
  concept = "One work-item for each element.",
  entry = "map",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n" } },
    { name = "a", kind = "input", type = "float", shape = { "n" } },
    { name = "n", kind = "scalar", type = "uint", value = "n" },
  },
  cases = {
    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } },
  },
  reference = function(case)
    return { out = case.a + 10 }
  end,
}
