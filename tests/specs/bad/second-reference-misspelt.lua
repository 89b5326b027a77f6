-- expect: 18: second_refernce: unknown field; did you mean 'second_reference'?
local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Map",
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
  reference = function(case) return { out = case.a } end,
  second_refernce = function(case) return { out = case.a } end, -- here
}
