local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Bank Conflicts",
  concept = "Local memory has 32 banks; a column of a tile must not lie in one of them.",
  chapter = "Speed",
  aliases = { "mojo:32" },
  tags = { "local-memory", "bank-conflicts", "transpose", "padding" },

  entry = "transpose",
  params = {
    { name = "out",  kind = "output", type = "int", shape = { "w", "h" } },
    { name = "a",    kind = "input",  type = "int", shape = { "h", "w" } },
    { name = "tile", kind = "local",  type = "int", shape = { "local_x * (local_x + 1)" } },
    { name = "h",    kind = "scalar", type = "uint", value = "h" },
    { name = "w",    kind = "scalar", type = "uint", value = "w" },
  },

  -- Groups are always 32 × 32, as one tile.
  cases = {
    { name = "32 by 32, one tile", sizes = { h = 32, w = 32 }, global = { 32, 32 }, ["local"] = { 32, 32 },
      fill = { a = "range" } },
    { name = "20 by 45, two tiles", sizes = { h = 20, w = 45 }, global = { 64, 32 }, ["local"] = { 32, 32 },
      fill = { a = "range" } },
    { name = "70 by 33, six tiles", sizes = { h = 70, w = 33 }, global = { 64, 96 }, ["local"] = { 32, 32 },
      visible = false },
    { name = "33 by 64, sub-groups of 64", sizes = { h = 33, w = 64 }, global = { 64, 64 },
      ["local"] = { 32, 32 }, subgroup = 64, visible = false },
    { name = "one row", sizes = { h = 1, w = 70 }, global = { 96, 32 }, ["local"] = { 32, 32 }, visible = false },
    { name = "one column", sizes = { h = 65, w = 1 }, global = { 32, 96 }, ["local"] = { 32, 32 },
      visible = false },
  },

  domain = {
    sizes = { h = { 1, 300 }, w = { 1, 300 } },
    ["local"] = { 32, 32 },
    global = { "ceil_div(w, 32) * 32", "ceil_div(h, 32) * 32" },
    spare = 1,
    values = { a = "any" },
    holds = { { "h * w <= 70000", "at most 70,000 elements" } },
  },

  reference = function(case)
    return { out = case.a:transpose() }
  end,

  second_reference = function(case)
    return { out = tensor.build("int", { case.w, case.h }, function(row, column) return case.a(column, row) end) }
  end,

  -- Of a row of a tile, 32 numbers at most, 5 pieces are moved at most, on each side;
  -- of a tile whose rows begin at a piece only 4.
  budgets = { bank_conflicts = 0, max_global_reads = 1,
              global_transactions = "5 * (h * ceil_div(w, 32) + w * ceil_div(h, 32)) - 64" },
  limits = { time_ms = 5000 },

  hints = {
    "`workbench run --stats` names the line. What are the 32 places that a sub-group touches there at the same moment, and what is each of them modulo 32?",
    "A row of the tile is as long as there are banks. So all numbers of a column lie in the same bank. What if a row were longer?",
    "The tile has room for 33 numbers in each row, the last of them unused. Then the next row begins one bank further on.",
    "The place of row `r` and column `c` is `r * 33 + c`, with 33 as `size + 1`: where the tile is written, and where it is read.",
  },
}
