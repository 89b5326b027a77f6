-- Each element becomes the sum of its neighbours in a ring and of the launch's number: the launches
-- of a case exchange the two arrays.
local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Ring",
  concept = "Several launches of one kernel, which exchange two arrays.",
  hints = { "Look at the first launch." },
  entry = "ring",
  params = {
    { name = "cells", kind = "inout", type = "int", shape = { "n" }, fill = { "random", 0, 9 } },
    { name = "next", kind = "output", type = "int", shape = { "n" } },
    { name = "n", kind = "scalar", type = "uint", value = "n" },
    { name = "launch", kind = "scalar", type = "int", value = 0 },
  },
  stages = function(case)
    local stages = {}
    for i = 1, case.launches do
      local from, to = "cells", "next"
      if i % 2 == 0 then from, to = to, from end
      stages[i] = { arguments = { from, to, "n", "launch" }, values = { launch = i } }
    end
    return stages
  end,
  cases = {
    { name = "four launches", sizes = { n = 6, launches = 4 }, global = { 8 }, ["local"] = { 4 } },
    { name = "one launch", sizes = { n = 4, launches = 1 }, global = { 4 }, ["local"] = { 4 } },
    { name = "secret", sizes = { n = 13, launches = 5 }, global = { 24 }, ["local"] = { 8 }, visible = false },
  },
  reference = function(case)
    local from, to = case.cells, nil
    local cells, next = case.cells, nil
    for launch = 1, case.launches do
      to = from:roll(1) + from:roll(-1) + launch
      if launch % 2 == 1 then next = to else cells = to end
      from = to
    end
    return { cells = cells, next = next }
  end,
}
