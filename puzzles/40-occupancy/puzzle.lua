local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Occupancy",
  concept = "What runs out first decides how many groups a compute unit holds; here it is local memory.",
  chapter = "Speed",
  aliases = { "mojo:31" },
  tags = { "occupancy", "local-memory", "latency", "histogram" },

  entry = "count_values",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "groups", 32 } },
    { name = "a",   kind = "input",  type = "int", shape = { "n" }, fill = { "random", 0, 31 } },
    { name = "n",   kind = "scalar", type = "uint", value = "n" },
    { name = "k",   kind = "scalar", type = "uint", value = "k" },
  },

  -- Groups have 256 work-items, and no work-item has more than 255 values.
  cases = {
    { name = "600 values, 3 for each work-item", sizes = { n = 600, k = 3, groups = 1 }, global = { 256 },
      ["local"] = { 256 }, fill = { a = { "random", 0, 5 } } },
    { name = "1200 values, 2 for each work-item", sizes = { n = 1200, k = 2, groups = 3 }, global = { 768 },
      ["local"] = { 256 } },
    { name = "sub-groups of 64", sizes = { n = 1000, k = 4, groups = 2 }, global = { 512 }, ["local"] = { 256 },
      subgroup = 64, visible = false },
    -- As many of one value as a work-item can have.
    { name = "255 for each work-item, all equal", sizes = { n = 65300, k = 255, groups = 2 }, global = { 512 },
      ["local"] = { 256 }, fill = { a = { "constant", 31 } }, visible = false },
    { name = "one value, four groups", sizes = { n = 1, k = 1, groups = 4 }, global = { 1024 }, ["local"] = { 256 },
      fill = { a = { "constant", 16 } }, visible = false },
  },

  reference = function(case)
    local out, groups = {}, case.global[1] // case["local"][1]
    for place = 1, groups * 32 do out[place] = 0 end
    for i = 0, case.n - 1 do
      local place = i // (case.k * case["local"][1]) * 32 + case.a(i) + 1
      out[place] = out[place] + 1
    end
    return { out = out }
  end,

  second_reference = function(case)
    local out, part = {}, case.k * case["local"][1]
    for group = 0, case.global[1] // case["local"][1] - 1 do
      local first, last = math.min(group * part, case.n), math.min((group + 1) * part, case.n)
      for bin = 0, 31 do
        out[group * 32 + bin + 1] = first < last and case.a:slice(first, last):eq(bin):sum() or 0
      end
    end
    return { out = out }
  end,

  -- Seven such groups, 1792 of 2048 work-items, fit into the 64 KiB of a compute unit with sub-groups
  -- of 64, and ten into 100 KiB. (65536 / 7, rounded down to a multiple of 128.)
  budgets = { local_bytes = 9344, local_atomics = 0, max_global_reads = "k" },
  limits = { time_ms = 5000 },

  hints = {
    "`workbench run --stats` says how many bytes a group has, and what occupancy follows. How many such groups go into 64 KiB? How many ought to?",
    "There are 32 counters for each of 256 work-items, 8192 of them. What is left to change is their size. How large does a counter of one work-item ever get?",
    "No work-item has more than 255 values. What is the smallest type of OpenCL C that holds 0 to 255?",
    "Make it `__local uchar own[32 * 256]`, 8 KiB. The sum over all work-items no longer fits into a `uchar`, so keep that in an `int`, as it is.",
  },
}
