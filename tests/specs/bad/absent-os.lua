-- expect: 7: attempt to index a nil value (global 'os'); there is no os here: docs/puzzle-spec.md says what a spec can reach
local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Map",
  budgets = { max_global_reads = os.time() }, -- here
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
