-- expect: 7: tolerance.n_out: 'n_out' has integers, which compare exactly
local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Map",
  tolerance = { n_out = { atol = 1 } }, -- here
  concept = "One work-item for each element.",
  entry = "map",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n" } },
    { name = "a", kind = "input", type = "float", shape = { "n" } },
    { name = "n", kind = "scalar", type = "uint", value = "n" },
    { name = "n_out", kind = "output", type = "int", shape = { 1 } },
  },
  cases = {
    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } },
  },
  reference = function(case)
    return { out = case.a + 10 }
  end,
}
