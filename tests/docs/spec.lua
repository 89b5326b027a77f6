-- The puzzle that pieces of specs on the pages are put into.
local puzzle = require "puzzle"
local tensor = require "tensor"

local fields = {
  title = "Page",
  concept = "What a page shows.",
  entry = "page",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n" } },
    { name = "a", kind = "input", type = "float", shape = { "n" } },
    { name = "count", kind = "scalar", type = "uint", value = "n" },
  },
  cases = { { name = "four", sizes = { n = 4, k = 4 }, global = { 4 }, ["local"] = { 4 } } },
  reference = function(case) return { out = case.a } end,
}
for name, value in pairs({
FIELDS
}) do
  fields[name] = value
end
return puzzle.kernel(fields)
