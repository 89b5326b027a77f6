-- Lines that are printed, in any order, and nothing else; a case with its lines written out.
local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Hello",
  concept = "Each work-item prints a line.",
  entry = "hello",
  printed = "any",
  cases = {
    { name = "three", global = { 3 }, ["local"] = { 1 } },
    { name = "written out", global = { 2 }, ["local"] = { 2 },
      expected = { printed = { "item 1", "", "\"quoted\" \\ line — that's it" } } },
  },
  reference = function(case)
    local lines = {}
    for i = 0, case.global[1] - 1 do lines[#lines + 1] = ("item %d"):format(i) end
    return { printed = lines }
  end,
}
