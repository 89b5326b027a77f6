local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Alignment",
  concept = "A wide access is one instruction; vload asks for no alignment, a cast promises one.",
  chapter = "Speed",
  aliases = { "mojo:35" },
  tags = { "alignment", "vectors", "transactions", "layout" },

  entry = "weigh",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" } },
    { name = "a",   kind = "input",  type = "int", shape = { "n", 3 } },
    { name = "n",   kind = "scalar", type = "uint", value = "n" },
  },

  cases = {
    { name = "6 records", sizes = { n = 6 }, global = { 8 }, ["local"] = { 8 }, fill = { a = "range" } },
    { name = "40 records in groups of 32", sizes = { n = 40 }, global = { 64 }, ["local"] = { 32 },
      fill = { a = "range" } },
    { name = "200 records in groups of 40", sizes = { n = 200 }, global = { 200 }, ["local"] = { 40 },
      visible = false },
    { name = "199 records, sub-groups of 64", sizes = { n = 199 }, global = { 256 }, ["local"] = { 64 },
      subgroup = 64, visible = false },
    { name = "one record", sizes = { n = 1 }, global = { 12 }, ["local"] = { 4 }, visible = false },
    { name = "groups of one work-item", sizes = { n = 3 }, global = { 4 }, ["local"] = { 1 }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 } },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 2,
    values = { a = { -100000000, 100000000 } },
  },

  reference = function(case)
    return { out = case.a:matmul(tensor.from("int", { { 1 }, { 2 }, { 3 } })):reshape({ case.n }) }
  end,

  second_reference = function(case)
    return {
      out = tensor.build("int", { case.n }, function(i)
        return case.a(i, 0) + 2 * case.a(i, 1) + 3 * case.a(i, 2)
      end),
    }
  end,

  -- A record and its sum are 16 bytes, half a piece. A sub-group's may begin and end within one.
  budgets = { max_global_reads = 3,
              global_transactions = "ceil_div(n, 2) + 3 * (global_x / local_x) * ceil_div(local_x, subgroup) - 2" },
  limits = { time_ms = 5000 },

  hints = {
    "Three reads of a record are three instructions, and each of them reaches over all records of the sub-group. How could one instruction take a whole record?",
    "OpenCL C has functions that read 2, 3, 4, 8 or 16 numbers that follow each other, from any place where a single one may begin: `vload3` is one of them.",
    "`vload3(j, p)` reads the three numbers from `p + 3 * j` on: its first argument counts vectors, not numbers. Which record does work-item `i` want?",
    "`int3 v = vload3(i, a)` has the fields as `v.x`, `v.y` and `v.z`. Only work-items with a record, `i < n`, may read; then the sum with the weights 1, 2 and 3 goes to the place `i`.",
  },
}
