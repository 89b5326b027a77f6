local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Matmul Tiles",
  concept = "A group goes over row and column tile by tile: load both, wait, multiply, wait again.",
  chapter = "Matrices",
  aliases = { "gpu-puzzles:14" },
  tags = { "2d", "matrix", "local-memory", "barrier", "tile" },

  entry = "matmul_tiles",
  params = {
    { name = "out",    kind = "output", type = "float", shape = { "n", "m" } },
    { name = "a",      kind = "input",  type = "float", shape = { "n", "k" }, fill = { "random", -1, 1, 0.125 } },
    { name = "b",      kind = "input",  type = "float", shape = { "k", "m" }, fill = { "random", -1, 1, 0.125 } },
    { name = "tile_a", kind = "local",  type = "float", shape = { "local_x * local_y" } },
    { name = "tile_b", kind = "local",  type = "float", shape = { "local_x * local_y" } },
    { name = "n",      kind = "scalar", type = "uint", value = "n" },
    { name = "k",      kind = "scalar", type = "uint", value = "k" },
    { name = "m",      kind = "scalar", type = "uint", value = "m" },
  },

  -- Groups are square.
  cases = {
    { name = "4 × 4 times 4 × 4, groups of 2 × 2", sizes = { n = 4, k = 4, m = 4 }, global = { 4, 4 },
      ["local"] = { 2, 2 }, fill = { a = { "range", 1, 1 }, b = { "range", 2, 0.25 } } },
    { name = "5 × 7 times 7 × 8, groups of 3 × 3", sizes = { n = 5, k = 7, m = 8 }, global = { 9, 6 },
      ["local"] = { 3, 3 }, fill = { a = { "range", 1, 0.5 }, b = { "range", 2, 0.25 } } },
    -- The second tile of a row has one element.
    { name = "one more than a tile", sizes = { n = 10, k = 5, m = 7 }, global = { 8, 12 }, ["local"] = { 4, 4 },
      visible = false },
    { name = "smaller than a tile", sizes = { n = 3, k = 2, m = 5 }, global = { 8, 8 }, ["local"] = { 8, 8 },
      visible = false },
    { name = "few rows, long sums", sizes = { n = 2, k = 53, m = 3 }, global = { 5, 5 }, ["local"] = { 5, 5 },
      visible = false },
    { name = "tiles of one", sizes = { n = 2, k = 3, m = 4 }, global = { 4, 2 }, ["local"] = { 1, 1 }, visible = false },
    { name = "tiles of 16", sizes = { n = 45, k = 33, m = 31 }, global = { 32, 48 }, ["local"] = { 16, 16 },
      visible = false },
  },

  domain = {
    sizes = { n = { 1, 300 }, k = { 1, 300 }, m = { 1, 300 } },
    ["local"] = { { 1, 16 }, "local_x" },
    global = { "ceil_div(m, local_x) * local_x", "ceil_div(n, local_y) * local_y" },
    spare = 1,
    -- A half does not hold all of either; k products come to 16,000 at most, in 1,024ths: all sums are exact.
    values = { a = { -20, 20, 1 / 128 }, b = { "-800 / k", "800 / k", 0.125 } },
    work = "(n + local_x) * (k + local_x) * (m + local_x)",
  },

  reference = function(case)
    return { out = case.a:matmul(case.b) }
  end,

  second_reference = function(case)
    return {
      out = tensor.build("float", { case.n, case.m }, function(row, column)
        return case.a:pick(row):dot(case.b:pick(column, 1))
      end),
    }
  end,

  -- k products and k - 1 additions, each rounded to 24 bits, of numbers up to 1 in size.
  tolerance = { atol = 2e-7, rtol = 1e-6, scale_by = "k" },
  budgets = { max_global_reads = "2 * ceil_div(k, local_x)" },
  limits = { time_ms = 5000 },

  hints = {
    "Look at a group of 2 × 2 in the first case. Which elements of `a` do its work-items need all together, and how many of them want each one? How many different ones are there?",
    "The group goes along the rows of `a` and down the columns of `b` in steps of T, its side. In step `t` it needs columns `t * T` to `t * T + T - 1` of `a`, and the same rows of `b`: a square of each, one element for each work-item to load.",
    "Work-item (x, y) of the group loads the element of `a` in its own row and column `t * T + x`, and the element of `b` in row `t * T + y` and its own column; 0 where there is none. Both go to place `y * T + x` of their tiles.",
    "There are two barriers in each step: one after the loading, so that nobody reads what is not there yet, and one after the sums, so that nobody loads over what is still read.",
    "The number of steps is `(k + T - 1) / T`. Between the barriers, `sum` grows by `tile_a[y * T + j] * tile_b[j * T + x]` for each `j < T`. Only the last line, which stores `sum` in the element `row * m + column`, stands behind `if (row < n && column < m)`.",
  },
}
