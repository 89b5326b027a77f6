local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Histogram",
  concept = "Many work-items add to one element: atomics, first in local memory, then in global memory.",
  chapter = "Many writers",
  tags = { "atomics", "local-memory", "barrier", "lost-update" },

  entry = "histogram",
  params = {
    { name = "out",  kind = "inout", type = "int", shape = { "bins" }, fill = "zeros" },
    { name = "a",    kind = "input", type = "int", shape = { "n" } },
    { name = "own",  kind = "local", type = "int", shape = { "bins" } },
    { name = "n",    kind = "scalar", type = "uint", value = "n" },
    { name = "bins", kind = "scalar", type = "uint", value = "bins" },
  },

  -- There are at most 64 bins, sometimes more than a group has work-items.
  cases = {
    { name = "12 values, 4 bins, two groups of 8", sizes = { n = 12, bins = 4 }, global = { 16 }, ["local"] = { 8 },
      given = { a = { 2, 0, 2, 3, 2, 0, 3, 2, 2, 3, 0, 2 } } },
    { name = "1000 values, 8 bins, groups of 128", sizes = { n = 1000, bins = 8 }, global = { 1024 },
      ["local"] = { 128 }, fill = { a = { "random", 0, 7 } } },
    { name = "more bins than work-items in a group", sizes = { n = 245, bins = 43 }, global = { 250 },
      ["local"] = { 10 }, fill = { a = { "random", 0, 42 } }, visible = false },
    -- All in the last bin; the last two groups have no value at all.
    { name = "all values equal", sizes = { n = 200, bins = 5 }, global = { 300 }, ["local"] = { 50 },
      fill = { a = { "constant", 4 } }, visible = false },
    { name = "one value, one work-item", sizes = { n = 1, bins = 3 }, global = { 1 }, ["local"] = { 1 },
      fill = { a = { "constant", 1 } }, visible = false },
    { name = "64 bins, groups of 1024", sizes = { n = 1500, bins = 64 }, global = { 2048 }, ["local"] = { 1024 },
      fill = { a = { "random", 0, 63 } }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 }, bins = { 1, 64 } },
    ["local"] = { { 1, 1024 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 2,
    values = { a = { 0, "bins - 1" } },
    work = "3 * n + 4 * bins * global_x / local_x",
  },

  reference = function(case)
    return { out = case.a:bincount(case.bins):astype("int") }
  end,

  second_reference = function(case)
    local counts = {}
    for bin = 0, case.bins - 1 do counts[bin + 1] = case.a:eq(bin):sum() end
    return { out = counts }
  end,

  budgets = { global_reads = "n + bins * ceil_div(global_x, local_x)",
              global_atomics = "bins * ceil_div(global_x, local_x)" },
  limits = { time_ms = 5000 },

  hints = {
    "Three phases: the group's bins are set to 0, then its values are counted, then its counts are added to `out`. What must come between the phases?",
    "In each phase, ask how many work-items may touch the same element. Several count into one bin of `own`, and several groups add to one bin of `out`: both need an atomic function. `atomic_inc(&own[a[i]])` adds 1 to a bin.",
    "Bins are not work-items: there may be more of them than the group has. Let work-item `l` take care of the bins `l`, `l + size`, `l + 2 * size` and so on, when they are cleared and when they are added.",
    "`for (uint b = l; b < bins; b += size)` goes over a work-item's bins, with `size` the local size. The first such loop stores 0 in `own[b]`, the second gives `own[b]` to `atomic_add` for `&out[b]`. A barrier stands after the first loop and another one before the second, outside any `if`.",
  },
}
