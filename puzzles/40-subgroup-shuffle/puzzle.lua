local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Sub-group Shuffle",
  concept = "A work-item reads a neighbour's register; only at the sub-group's edges is memory needed.",
  chapter = "Sub-groups",
  aliases = { "mojo:25" },
  tags = { "sub-groups", "shuffle", "window" },

  entry = "subgroup_shuffle",
  standard = "CL3.0",
  requires = { "subgroups", "subgroup-shuffle" },
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" } },
    { name = "a",   kind = "input",  type = "int", shape = { "n" } },
    { name = "n",   kind = "scalar", type = "uint", value = "n" },
  },

  cases = {
    { name = "8 elements, sub-groups of 4", sizes = { n = 8 }, global = { 8 }, ["local"] = { 8 },
      subgroup = 4, given = { a = { 3, 1, 4, 1, 5, 9, 2, 6 } } },
    { name = "60 elements, sub-groups of 32", sizes = { n = 60 }, global = { 64 }, ["local"] = { 64 },
      subgroup = 32 },
    -- The last element belongs to the last work-item of a sub-group.
    { name = "16 elements, sub-groups of 8", sizes = { n = 16 }, global = { 36 }, ["local"] = { 36 },
      subgroup = 8, visible = false },
    { name = "groups of 42, sub-groups of 16", sizes = { n = 200 }, global = { 210 }, ["local"] = { 42 },
      subgroup = 16, visible = false },
    { name = "a group of 100, sub-groups of 64", sizes = { n = 100 }, global = { 100 }, ["local"] = { 100 },
      subgroup = 64, visible = false },
    -- Its last sub-groups have one work-item, which is at both edges.
    { name = "groups of 5, sub-groups of 4", sizes = { n = 13 }, global = { 15 }, ["local"] = { 5 },
      subgroup = 4, visible = false },
    { name = "one element", sizes = { n = 1 }, global = { 6 }, ["local"] = { 2 }, subgroup = 8, visible = false },
    { name = "groups of one work-item", sizes = { n = 2 }, global = { 3 }, ["local"] = { 1 },
      subgroup = 32, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 } },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 2,
    subgroup = { 4, 64 },
    values = { a = { -1000000000, 1000000000 } },
  },

  reference = function(case)
    local padded = case.a:pad(1, 1)
    return { out = padded:slice(2, case.n + 2) - padded:slice(0, case.n) }
  end,

  second_reference = function(case)
    return {
      out = tensor.build("int", { case.n }, function(i)
        local before = i > 0 and case.a(i - 1) or 0
        local after = i + 1 < case.n and case.a(i + 1) or 0
        return after - before
      end),
    }
  end,

  -- Each element once, and two more for each sub-group, as the lesson says: also the first and the last
  -- sub-group may read two, since a right kernel can read inside the array and put 0 in its place.
  budgets = { global_reads = "n + 2 * (global_x / local_x) * ceil_div(local_x, subgroup)",
              local_bytes = 0, barriers = 0 },
  limits = { time_ms = 5000 },

  hints = {
    "Each work-item first reads its own element, `a[i]`. Who then holds the element before it, and who the one after it?",
    "`sub_group_shuffle_up(x, 1)` gives what the work-item one number lower has as `x`, `sub_group_shuffle_down(x, 1)` what the one higher has. Call both outside any `if`, so that all of the sub-group answer.",
    "The sub-group's first work-item has nobody before it there, and its last one nobody after it, though the array may go on. These two read `a` themselves, if there is such an element.",
    "With `lane` as the `get_sub_group_local_id()`: where `lane == 0`, the element before is `a[i - 1]` if `i > 0`, else 0. Where `lane + 1 == get_sub_group_size()`, the one after is `a[i + 1]` if `i + 1 < n`, else 0. A work-item without an element brings 0 to the shuffles.",
  },
}
