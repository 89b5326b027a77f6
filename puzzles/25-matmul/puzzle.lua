local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Matmul",
  concept = "Each element of a product of matrices is a row times a column: one work-item each.",
  chapter = "Matrices",
  aliases = { "mojo:16" },
  tags = { "2d", "matrix", "loop" },

  entry = "matmul",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n", "m" } },
    { name = "a",   kind = "input",  type = "float", shape = { "n", "k" }, fill = { "random", -1, 1, 0.125 } },
    { name = "b",   kind = "input",  type = "float", shape = { "k", "m" }, fill = { "random", -1, 1, 0.125 } },
    { name = "n",   kind = "scalar", type = "uint", value = "n" },
    { name = "k",   kind = "scalar", type = "uint", value = "k" },
    { name = "m",   kind = "scalar", type = "uint", value = "m" },
  },

  -- No square matrices: they hide indices that are swapped.
  cases = {
    { name = "2 × 3 times 3 × 4", sizes = { n = 2, k = 3, m = 4 }, global = { 4, 2 }, ["local"] = { 2, 2 },
      given = { a = { { 1, 2, 3 }, { 4, 5, 6 } }, b = { { 1, 0, 2, 3 }, { 0, 1, 4, 1 }, { 1, 0, 0, 2 } } } },
    { name = "5 × 4 times 4 × 3", sizes = { n = 5, k = 4, m = 3 }, global = { 4, 6 }, ["local"] = { 4, 3 },
      fill = { a = { "range", 1, 0.5 }, b = { "range", 2, 0.25 } } },
    { name = "inner size 1", sizes = { n = 3, k = 1, m = 5 }, global = { 6, 4 }, ["local"] = { 3, 2 }, visible = false },
    { name = "a row times a column", sizes = { n = 1, k = 37, m = 1 }, global = { 2, 3 }, ["local"] = { 2, 3 },
      visible = false },
    { name = "tall times wide", sizes = { n = 21, k = 2, m = 18 }, global = { 20, 24 }, ["local"] = { 10, 4 },
      visible = false },
    { name = "many groups", sizes = { n = 33, k = 19, m = 45 }, global = { 48, 40 }, ["local"] = { 16, 8 },
      visible = false },
  },

  domain = {
    sizes = { n = { 1, 300 }, k = { 1, 300 }, m = { 1, 300 } },
    ["local"] = { { 1, 16 }, { 1, 16 } },
    global = { "ceil_div(m, local_x) * local_x", "ceil_div(n, local_y) * local_y" },
    spare = 1,
    -- A half does not hold all of either; k products come to 16,000 at most, in 1,024ths: all sums are exact.
    values = { a = { -20, 20, 1 / 128 }, b = { "-800 / k", "800 / k", 0.125 } },
    holds = { { "n * m <= 70000", "at most 70,000 results" } },
    work = "n * k * m + n * m",
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
  budgets = { max_global_reads = "2 * k", max_global_writes = 1 },
  limits = { time_ms = 5000 },

  hints = {
    "Take one element of `out`, say the one in row 1 and column 2 of the first case. Which elements of `a` and of `b` does it need, and how many products?",
    "A row of `a` lies in one piece: its elements are side by side, and the rows begin `k` elements apart. In a column of `b` the next element is one row further on. How many elements is that?",
    "An element of `out` is a sum of `k` products. Let `j` go from 0 to `k - 1`: which element of `a` and which of `b` belong to the product `j`?",
    "Where `row < n` and `column < m`: a `float sum` begins with `0.0f`, and for each `j < k` it grows by `a[row * k + j]` times the element `j * m + column` of `b`. It is stored once, in the element `row * m + column` of `out`.",
  },
}
