local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Vectors",
  concept = "Four numbers in one access, and what is left over at the end.",
  chapter = "Types and pictures",
  aliases = { "mojo:23" },
  tags = { "vectors", "vload", "tail" },

  entry = "vectors",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n" } },
    { name = "a",   kind = "input",  type = "float", shape = { "n" }, fill = { "random", -50, 50 } },
    { name = "n",   kind = "scalar", type = "uint",  value = "n" },
  },

  cases = {
    { name = "10 elements, 4 work-items", sizes = { n = 10 }, global = { 4 }, ["local"] = { 4 },
      fill = { a = { "range", 1, 1 } } },
    { name = "13 elements, 2 groups of 2", sizes = { n = 13 }, global = { 4 }, ["local"] = { 2 },
      fill = { a = { "range", 10, 10 } } },
    { name = "three left over", sizes = { n = 1027 }, global = { 288 }, ["local"] = { 96 }, visible = false },
    { name = "nothing left over", sizes = { n = 512 }, global = { 128 }, ["local"] = { 64 }, visible = false },
    { name = "a group without elements", sizes = { n = 63 }, global = { 48 }, ["local"] = { 16 }, visible = false },
    { name = "three elements", sizes = { n = 3 }, global = { 1 }, ["local"] = { 1 }, visible = false },
    { name = "two elements", sizes = { n = 2 }, global = { 3 }, ["local"] = { 3 }, visible = false },
    { name = "one element", sizes = { n = 1 }, global = { 2 }, ["local"] = { 2 }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 } },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, 4 * local_x) * local_x" },
    spare = 2,
    values = { a = "any but NaN" },
  },

  reference = function(case)
    local factors = tensor.range("int", { case.n }) % 4 + 1
    return { out = case.a * factors:astype("float") }
  end,

  second_reference = function(case)
    return { out = tensor.build("float", { case.n }, function(i) return case.a(i) * (i % 4 + 1) end) }
  end,

  -- One product, which every device rounds correctly.
  tolerance = { atol = 0, rtol = 0 },
  -- An access of sub-groups to read a vector and one to write it; the elements left over one by one.
  budgets = {
    global_reads = "n",
    global_accesses = "2 * (global_x / local_x) * ceil_div(local_x, 32) + 2 * (n % 4)",
  },
  limits = { time_ms = 5000 },

  hints = {
    "With 10 elements, which work-items have four elements, and which one has fewer? How many has it?",
    "Work-item `i` has the elements from `4 * i` on. All four are there if the last of them is: `4 * i + 3`.",
    "`vload4(i, a)` and `vstore4(v, i, out)` both count vectors. The factors are a vector, too, and `*` multiplies lane by lane.",
    "If `4 * i + 3 < n`, one statement stores `vload4(i, a)` times `(float4)(1.0f, 2.0f, 3.0f, 4.0f)` as vector `i` of `out`. Otherwise a loop takes what is left from `4 * i` on, while it is less than `n`; the factor there is `1 + j % 4` for element `j`.",
  },
}
