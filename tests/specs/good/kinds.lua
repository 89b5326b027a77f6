-- Every kind of parameter, vectors, several dimensions, inputs by function.
local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Kinds",
  concept = "All that a parameter can be.",
  entry = "kinds",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "rows", "columns" } },
    { name = "points", kind = "inout", type = "float3", shape = { 2 }, fill = "range" },
    { name = "order", kind = "input", type = "uchar", shape = { "rows" }, fill = "permutation" },
    { name = "keys", kind = "input", type = "int", shape = { "rows", "columns" } },
    { name = "offset", kind = "scalar", type = "int2", value = { 1, "-rows" } },
    { name = "scale", kind = "scalar", type = "float", value = 0.1 },
    { name = "rows", kind = "scalar", type = "ushort", value = "rows" },
    { name = "total", kind = "output", type = "long", shape = { 1 } },
  },
  cases = {
    { name = "small", sizes = { rows = 2, columns = 3 }, global = { 4, 4 }, ["local"] = { 2, 2 } },
    { name = "deep", sizes = { rows = 3, columns = 5 }, global = { "columns + 3", 4, 2 },
      ["local"] = { 4, 2, 1 }, seed = -1 },
  },
  inputs = function(case)
    assert(case.out == nil and case.name and case.global[1] >= 4)
    local keys = {}
    for i = 1, case.rows do
      keys[i] = {}
      for j = 1, case.columns do keys[i][j] = 10 * i + j end
    end
    return { keys = keys }
  end,
  reference = function(case)
    assert(case.offset[1] == 1 and case.offset[2] == -case.rows)
    assert(math.abs(case.scale - 0.1) < 1e-7 and case.scale ~= 0.1)
    case.points:set(0, 9, 9, 9) -- a copy: harmless
    local total = case.keys:sum()
    return {
      out = case.keys + case.offset[1],
      points = case.points * 2,
      total = total,
    }
  end,
}
