local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Grid Stride",
  concept = "More elements than work-items: each takes its own, and then moves on by the size of the launch.",
  chapter = "First steps",
  tags = { "loop", "global-size", "coalescing" },

  entry = "grid_stride",
  params = {
    { name = "out", kind = "output", type = "int",  shape = { "n" } },
    { name = "a",   kind = "input",  type = "int",  shape = { "n" }, fill = { "random", -90, 90 } },
    { name = "b",   kind = "input",  type = "int",  shape = { "n" }, fill = { "random", -900, 900 } },
    { name = "s",   kind = "scalar", type = "int",  value = "s" },
    { name = "n",   kind = "scalar", type = "uint", value = "n" },
  },

  cases = {
    { name = "10 elements, 4 work-items", sizes = { n = 10, s = 2 }, global = { 4 }, ["local"] = { 2 },
      fill = { a = "range", b = { "range", 100, 100 } } },
    { name = "3 elements, 8 work-items", sizes = { n = 3, s = 5 }, global = { 8 }, ["local"] = { 4 },
      fill = { a = { "range", 1, 1 }, b = { "range", 10, 10 } } },
    { name = "1000 elements, 256 work-items", sizes = { n = 1000, s = -3 }, global = { 256 }, ["local"] = { 64 }, visible = false },
    { name = "one element more than work-items", sizes = { n = 97, s = 7 }, global = { 96 }, ["local"] = { 24 }, visible = false },
    { name = "one element less than work-items", sizes = { n = 95, s = 7 }, global = { 96 }, ["local"] = { 24 }, visible = false },
    { name = "exactly six turns", sizes = { n = 60, s = -1 }, global = { 10 }, ["local"] = { 5 }, visible = false },
    { name = "one work-item", sizes = { n = 7, s = 4 }, global = { 1 }, ["local"] = { 1 }, visible = false },
    { name = "one element", sizes = { n = 1, s = 9 }, global = { 6 }, ["local"] = { 3 }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 }, s = { -1000, 1000 } },
    ["local"] = { { 1, 256 } },
    global = { "local_x" },
    spare = 8,
    values = { a = { -1000000, 1000000 }, b = { -1000000, 1000000 } },
    holds = { { "n <= 10000 * global_x", "at most 10,000 elements for each work-item" } },
  },

  reference = function(case)
    return { out = case.a * case.s + case.b }
  end,

  second_reference = function(case)
    return { out = tensor.build("int", { case.n }, function(i) return case.s * case.a(i) + case.b(i) end) }
  end,

  -- Two reads an element, and nobody takes more elements than an even share, rounded up.
  budgets = { global_reads = "2 * n", max_global_reads = "2 * ceil_div(n, global_x)" },
  limits = { time_ms = 5000, steps = 400000 },

  hints = {
    "In the first case the four work-items have done the elements 0 to 3. Who does element 4, and who does element 7?",
    "A `for` loop over `i` needs a beginning, an end and a step. The beginning is different for each work-item; the end and the step are the same for all.",
    "Each turn all work-items together do as many elements as there are work-items. So that is the distance from one's own element to one's next.",
    "Begin with `i` as `get_global_id(0)`, go on while `i < n`, and add `get_global_size(0)` to `i` after each turn. The body is the line that would do for one element, with `s * a[i]` and `b[i]`.",
  },
}
