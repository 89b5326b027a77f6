-- expect: 15: expected of case "four": out: expected 4 numbers, got 5
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
    { name = "four", expected = { out = { 1, 2, 3, 4, 5 } }, sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } }, -- here
  },
  reference = function(case)
    return { out = case.a + 10 }
  end,
}
