-- expect: 15: given of case "four": a: expected 4 numbers, got 3
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
    { name = "four", given = { a = { 1, 2, 3 } }, sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } }, -- here
  },
  reference = function(case)
    return { out = case.a + 10 }
  end,
}
