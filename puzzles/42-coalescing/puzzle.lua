local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Coalescing",
  concept = "What neighbouring work-items touch at the same moment should lie side by side, on both sides.",
  chapter = "Speed",
  aliases = { "mojo:30" },
  tags = { "coalescing", "transactions", "local-memory", "layout" },

  entry = "fields_apart",
  params = {
    { name = "out",  kind = "output", type = "int", shape = { "k", "n" } },
    { name = "a",    kind = "input",  type = "int", shape = { "n", "k" } },
    { name = "tile", kind = "local",  type = "int", shape = { "k * local_x" } },
    { name = "n",    kind = "scalar", type = "uint", value = "n" },
    { name = "k",    kind = "scalar", type = "uint", value = "k" },
  },

  cases = {
    { name = "32 records of 3 fields", sizes = { n = 32, k = 3 }, global = { 32 }, ["local"] = { 32 },
      fill = { a = "range" } },
    { name = "61 records of 3 fields, two groups", sizes = { n = 61, k = 3 }, global = { 64 },
      ["local"] = { 32 }, fill = { a = "range" } },
    { name = "5 fields, groups of 96", sizes = { n = 1000, k = 5 }, global = { 1056 }, ["local"] = { 96 },
      visible = false },
    { name = "4 fields, groups of 48", sizes = { n = 333, k = 4 }, global = { 384 }, ["local"] = { 48 },
      visible = false },
    { name = "3 fields, sub-groups of 64", sizes = { n = 500, k = 3 }, global = { 512 }, ["local"] = { 64 },
      subgroup = 64, visible = false },
    { name = "3 fields, one group of 225", sizes = { n = 225, k = 3 }, global = { 225 }, ["local"] = { 225 },
      visible = false },
    { name = "one record of 7 fields", sizes = { n = 1, k = 7 }, global = { 16 }, ["local"] = { 8 },
      visible = false },
    { name = "groups of one work-item", sizes = { n = 3, k = 2 }, global = { 4 }, ["local"] = { 1 },
      visible = false },
  },

  domain = {
    sizes = { n = { 1, 20000 }, k = { 1, 7 } },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 1,
    values = { a = "any" },
  },

  reference = function(case)
    return { out = case.a:transpose() }
  end,

  second_reference = function(case)
    return { out = tensor.build("int", { case.k, case.n }, function(f, i) return case.a(i, f) end) }
  end,

  -- 32 numbers side by side are 4 pieces, and 5 where they do not begin at the start of one. A
  -- sub-group reads k times so many, and writes as many. The first group begins at a piece.
  budgets = { global_transactions = "9 * k * (global_x / local_x) * ceil_div(local_x, subgroup) - 3" },
  limits = { time_ms = 5000 },

  hints = {
    "Let work-item `i` copy record `i`, and look at one of its reads: `a[i * k]`. Where do 32 work-items read at that moment, and how many pieces of 32 bytes do they touch? `workbench run --stats` says which line wastes most.",
    "The records of a group lie one after the other: `k` times the local size numbers without a gap. The group can fetch them as such, without regard to records: first the first `size` numbers, then the next.",
    "So load into the tile in the order of memory: number `l + j * size` of the group's block, for each `j < k`. Some of these may be past the end of `a`, which has `n * k` numbers. Then a barrier.",
    "After the barrier work-item `l` finds its record in the tile from `tile[l * k]` on. It writes field `f` to `out[f * n + i]`: neighbours write neighbours. Both loops run for `k` turns; the block begins at `get_group_id(0) * size * k` in `a`.",
  },
}
