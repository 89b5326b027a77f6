local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Sub-group Sum",
  concept = "A sub-group adds up its values in one function, without local memory and without a barrier.",
  chapter = "Sub-groups",
  aliases = { "mojo:24" },
  tags = { "sub-groups", "reduction", "atomics" },

  entry = "subgroup_sum",
  standard = "CL3.0",
  requires = { "subgroups" },
  params = {
    { name = "sum", kind = "inout", type = "int", shape = { 1 }, fill = "zeros" },
    { name = "a",   kind = "input", type = "int", shape = { "n" }, fill = { "random", -300, 300 } },
    { name = "b",   kind = "input", type = "int", shape = { "n" }, fill = { "random", -300, 300 } },
    { name = "n",   kind = "scalar", type = "uint", value = "n" },
  },

  cases = {
    { name = "8 elements, sub-groups of 4", sizes = { n = 8 }, global = { 8 }, ["local"] = { 8 },
      subgroup = 4, given = { a = { 3, 1, 4, 1, 5, 9, 2, 6 }, b = { 1, 2, 1, 2, 1, 2, 1, 2 } } },
    { name = "100 elements, groups of 64, sub-groups of 32", sizes = { n = 100 }, global = { 128 },
      ["local"] = { 64 }, subgroup = 32 },
    -- The last sub-group of each group is not full.
    { name = "groups of 100, sub-groups of 8", sizes = { n = 299 }, global = { 300 }, ["local"] = { 100 },
      subgroup = 8, visible = false },
    -- No sub-group is full.
    { name = "groups of 60, sub-groups of 64", sizes = { n = 1000 }, global = { 1080 }, ["local"] = { 60 },
      subgroup = 64, visible = false },
    { name = "one element, and three groups without any", sizes = { n = 1 }, global = { 96 },
      ["local"] = { 24 }, subgroup = 16, visible = false },
    { name = "groups of one work-item", sizes = { n = 5 }, global = { 6 }, ["local"] = { 1 },
      subgroup = 32, visible = false },
  },

  domain = {
    sizes = { n = { 1, 20000 } },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 3,
    subgroup = { 4, 64 },
    values = { a = { -300, 300 }, b = { -300, 300 } },
  },

  reference = function(case)
    return { sum = tensor.dot(case.a, case.b) }
  end,

  second_reference = function(case)
    local sum = 0
    for i = 0, case.n - 1 do sum = sum + case.a(i) * case.b(i) end
    return { sum = sum }
  end,

  -- An atomic operation reads as well. One for each sub-group, so that none waits for another of the same one.
  budgets = { max_global_reads = 3, max_global_atomics = 1, atomic_conflicts = 0, local_bytes = 0, barriers = 0 },
  limits = { time_ms = 5000 },

  hints = {
    "There are three steps: each work-item has a product, each sub-group has a sum, and the sums come together in `sum`. Which steps are for every work-item, and which for one?",
    "`sub_group_reduce_add(x)` is for the whole sub-group: each of its work-items gives its `x`, and each gets the sum. A work-item without an element has to come, too. What can it give, so that the sum stays right?",
    "Make the product first, outside any `if` for the reduction: one with an element gives its product, one without gives 0.",
    "One work-item of each sub-group passes the sum on. The one whose `get_sub_group_local_id()` is 0 is there in every sub-group, however wide or full it is. Three lines, with `a[i] * b[i]` or, from `n` on, 0 as the `product`: the choice, `sub_group_reduce_add(product)` as the `total`, and `if (get_sub_group_local_id() == 0)` around an `atomic_add` of it.",
  },
}
