local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Sub-group Scan",
  concept = "Each sub-group scans by itself; one barrier later the sums of those before it are added.",
  chapter = "Sub-groups",
  aliases = { "mojo:26", "mojo:27" },
  tags = { "sub-groups", "scan", "local-memory", "barrier" },

  entry = "subgroup_scan",
  standard = "CL3.0",
  requires = { "subgroups" },
  params = {
    { name = "out",  kind = "output", type = "int", shape = { "n" } },
    { name = "a",    kind = "input",  type = "int", shape = { "n" } },
    { name = "sums", kind = "local",  type = "int", shape = { "local_x" } },
    { name = "n",    kind = "scalar", type = "uint", value = "n" },
  },

  cases = {
    { name = "14 elements, sub-groups of 4", sizes = { n = 14 }, global = { 16 }, ["local"] = { 16 },
      subgroup = 4, given = { a = { 1, 2, 0, 3, 5, 1, 1, 2, 4, 0, 2, 1, 3, 6 } } },
    { name = "120 elements, groups of 64, sub-groups of 32", sizes = { n = 120 }, global = { 128 },
      ["local"] = { 64 }, subgroup = 32, fill = { a = { "random", 0, 9 } } },
    -- More sub-groups than a sub-group has work-items.
    { name = "groups of 128, sub-groups of 8", sizes = { n = 128 }, global = { 128 }, ["local"] = { 128 },
      subgroup = 8, visible = false },
    { name = "groups of 128, sub-groups of 64", sizes = { n = 250 }, global = { 256 }, ["local"] = { 128 },
      subgroup = 64, visible = false },
    { name = "a group of 700, sub-groups of 16", sizes = { n = 690 }, global = { 700 }, ["local"] = { 700 },
      subgroup = 16, visible = false },
    { name = "groups of 25, sub-groups of 8", sizes = { n = 73 }, global = { 75 }, ["local"] = { 25 },
      subgroup = 8, visible = false },
    { name = "sub-groups of one work-item", sizes = { n = 7 }, global = { 10 }, ["local"] = { 5 },
      subgroup = 1, visible = false },
    { name = "groups of one work-item", sizes = { n = 3 }, global = { 4 }, ["local"] = { 1 },
      subgroup = 16, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 } },
    ["local"] = { { 1, 1024 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 1,
    subgroup = { 1, 64 },
    values = { a = { -1000000, 1000000 } },
    work = "n * (4 + local_x / 16)",
  },

  reference = function(case)
    local group = case["local"][1]
    local out, sum = {}, 0
    for i = 0, case.n - 1 do
      if i % group == 0 then sum = 0 end
      sum = sum + case.a(i)
      out[i + 1] = sum
    end
    return { out = out }
  end,

  second_reference = function(case)
    local group = case["local"][1]
    return {
      out = tensor.build("int", { case.n }, function(i)
        return case.a:slice(i - i % group, i + 1):sum()
      end),
    }
  end,

  budgets = { max_global_reads = 1, barriers = "2 * (global_x / local_x)",
              max_local_reads = "ceil_div(local_x, subgroup) + 1" },
  limits = { time_ms = 5000 },

  hints = {
    "`sub_group_scan_inclusive_add(x)` gives each work-item the sum of all `x` of its sub-group up to its own. Compare that with what you want, for the second sub-group of the first case. What is missing?",
    "Every work-item of a sub-group lacks the same number: the sum of all sub-groups before it. Each sub-group knows its own sum. Where can it put that for the others to see?",
    "`sums` is for that: the place `get_sub_group_id()` for each sub-group. Which work-item of a sub-group knows its sum? What must come between writing and reading the places?",
    "The last work-item of each sub-group, the one with `lane + 1 == get_sub_group_size()`, puts its scan into `sums`. After a barrier for all of the group, each work-item adds up `sums[s]` for every `s` below its own `get_sub_group_id()`, and its own scan.",
  },
}
