-- References in plain Lua: nested lists, flat lists, single numbers.
local puzzle = require "puzzle"

local function grid(rows, columns, f)
  local out = {}
  for i = 1, rows do
    out[i] = {}
    for j = 1, columns do out[i][j] = f(i - 1, j - 1) end
  end
  return out
end

return puzzle.kernel {
  title = "Lists",
  concept = "Lua's own lists will do.",
  entry = "lists",
  params = {
    { name = "nested", kind = "output", type = "int", shape = { 2, 3 } },
    { name = "flat", kind = "output", type = "uchar", shape = { 2, 3 } },
    { name = "pairs", kind = "output", type = "float2", shape = { 2 } },
    { name = "single", kind = "output", type = "double", shape = { 1 } },
    { name = "big", kind = "output", type = "ulong", shape = { 2 } },
  },
  cases = { { name = "only", global = { 1 }, ["local"] = { 1 } } },
  requires = { "fp64" },
  reference = function()
    return {
      nested = grid(2, 3, function(i, j) return 10 * i + j end),
      flat = { 0, 1, 2, 253, 254, 255.0 },
      pairs = { { 1, 2 }, { 3, 4.5 } },
      single = 0.1,
      big = { 1, -1 },
    }
  end,
}
