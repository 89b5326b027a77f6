local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Occupancy",
  concept = "What runs out first decides how many groups a compute unit holds: places, or local memory.",
  chapter = "Speed",
  aliases = { "mojo:31" },
  tags = { "occupancy", "local-memory", "latency", "group-size" },

  entry = "most_frequent",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" } },
    { name = "a",   kind = "input",  type = "int", shape = { "k", "n" }, fill = { "random", 0, 31 } },
    { name = "n",   kind = "scalar", type = "uint", value = "n" },
    { name = "k",   kind = "scalar", type = "uint", value = "k" },
  },

  -- No column has more than 255 values.
  cases = {
    { name = "100 columns of 5, few different values", sizes = { n = 100, k = 5 }, global = { "n" },
      ["local"] = "kernel", fill = { a = { "random", 0, 5 } } },
    { name = "sub-groups of 64", sizes = { n = 70, k = 9 }, global = { "n" }, ["local"] = "kernel", subgroup = 64 },
    { name = "990 columns", sizes = { n = 990, k = 3 }, global = { "n" }, ["local"] = "kernel",
      fill = { a = { "random", 29, 31 } }, visible = false },
    { name = "255 in a column, of two values", sizes = { n = 33, k = 255 }, global = { "n" }, ["local"] = "kernel",
      subgroup = 64, fill = { a = { "random", 30, 31 } }, visible = false },
    -- As many of one value as a column can have.
    { name = "one column, all equal", sizes = { n = 1, k = 255 }, global = { "n" }, ["local"] = "kernel",
      fill = { a = { "constant", 31 } }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 1000 }, k = { 1, 255 } },
    ["local"] = "kernel",
    global = { "n" },
    subgroup = { 32, 64 },
    values = { a = { 0, 31 } },
    work = "n * k + 32 * n",
  },

  reference = function(case)
    local votes = case.a + 32 * tensor.range("int", { 1, case.n })
    return { out = votes:bincount(32 * case.n):reshape({ case.n, 32 }):argmax(1) }
  end,

  -- The longest run of the sorted column, the first one of those.
  second_reference = function(case)
    local out = {}
    for i = 0, case.n - 1 do
      local column, longest, run = {}, 0, 0
      for j = 0, case.k - 1 do column[j + 1] = case.a(j, i) end
      table.sort(column)
      for j = 1, case.k do
        run = column[j] == column[j - 1] and run + 1 or 1
        if run > longest then longest, out[i + 1] = run, column[j] end
      end
    end
    return { out = out }
  end,

  budgets = { occupancy_percent = 75, max_global_reads = "k" },

  hints = {
    "`workbench run --stats` says how many bytes a group takes, and what occupancy follows. Which of the table's rows runs out first, at each width?",
    "With groups of 32, places for groups run out at 1024 work-items. With 128 bytes for each work-item, local memory runs out at 512 or 800. Both have to change.",
    "There are 32 counters for each work-item, so what can change is their size. How large does a counter ever get? What is the smallest type of OpenCL C that holds that?",
    "`__local uchar own[32 * 256]` and groups of 256 are 8 KiB a group. Every place that has the group's size in it has to change: the attribute, the array and its index.",
  },
}
