-- expect: 15: cases[1].local: must be a list of 1 to 3 numbers, as { 8 }, or "kernel"
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
    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = "kernal" },
  },
  reference = function(case)
    return { out = case.a + 10 }
  end,
}
