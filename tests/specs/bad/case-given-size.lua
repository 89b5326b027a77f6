-- expect: 15: cases[1].given.n: is a size of this case, too; say there what it is
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
    { name = "four", given = { n = 5 }, sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } }, -- here
  },
  reference = function(case)
    return { out = case.a + 10 }
  end,
}
