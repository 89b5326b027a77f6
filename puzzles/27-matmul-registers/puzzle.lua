local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Matmul Registers",
  concept = "A work-item that makes four elements takes two rows and two columns out of local memory, not four.",
  chapter = "Matrices",
  tags = { "2d", "matrix", "local-memory", "barrier", "tile", "registers" },

  entry = "matmul_registers",
  params = {
    { name = "out",    kind = "output", type = "float", shape = { "n", "m" } },
    { name = "a",      kind = "input",  type = "float", shape = { "n", "k" }, fill = { "random", -1, 1, 0.125 } },
    { name = "b",      kind = "input",  type = "float", shape = { "k", "m" }, fill = { "random", -1, 1, 0.125 } },
    { name = "tile_a", kind = "local",  type = "float", shape = { "2 * local_x * local_y" } },
    { name = "tile_b", kind = "local",  type = "float", shape = { "2 * local_x * local_y" } },
    { name = "n",      kind = "scalar", type = "uint", value = "n" },
    { name = "k",      kind = "scalar", type = "uint", value = "k" },
    { name = "m",      kind = "scalar", type = "uint", value = "m" },
  },

  -- A group of T × T makes 2 T × 2 T elements.
  cases = {
    { name = "one group of 2 × 2", sizes = { n = 4, k = 4, m = 4 }, global = { 2, 2 }, ["local"] = { 2, 2 },
      fill = { a = { "range", 1, 1 }, b = { "range", 2, 0.25 } } },
    { name = "7 × 5 times 5 × 6, four groups of 2 × 2", sizes = { n = 7, k = 5, m = 6 }, global = { 4, 4 },
      ["local"] = { 2, 2 }, fill = { a = { "range", 1, 0.5 }, b = { "range", 2, 0.25 } } },
    { name = "groups of one", sizes = { n = 3, k = 4, m = 5 }, global = { 3, 2 }, ["local"] = { 1, 1 }, visible = false },
    { name = "smaller than a tile", sizes = { n = 1, k = 3, m = 2 }, global = { 5, 5 }, ["local"] = { 5, 5 },
      visible = false },
    { name = "one more than a tile", sizes = { n = 10, k = 5, m = 7 }, global = { 4, 8 }, ["local"] = { 4, 4 },
      visible = false },
    { name = "many tiles", sizes = { n = 33, k = 23, m = 54 }, global = { 30, 18 }, ["local"] = { 6, 6 },
      visible = false },
    { name = "groups of 16 × 16", sizes = { n = 45, k = 33, m = 70 }, global = { 48, 32 }, ["local"] = { 16, 16 },
      visible = false },
  },

  domain = {
    sizes = { n = { 1, 300 }, k = { 1, 300 }, m = { 1, 300 } },
    ["local"] = { { 1, 16 }, "local_x" },
    global = { "ceil_div(m, 2 * local_x) * local_x", "ceil_div(n, 2 * local_y) * local_y" },
    spare = 1,
    -- A half does not hold all of either; k products come to 16,000 at most, in 1,024ths: all sums are exact.
    values = { a = { -20, 20, 1 / 128 }, b = { "-800 / k", "800 / k", 0.125 } },
    work = "(n + 2 * local_x) * (k + local_x) * (m + 2 * local_x) / 2",
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
  budgets = { max_global_reads = "4 * ceil_div(k, local_x)",
              max_local_reads = "4 * local_x * ceil_div(k, local_x)" },
  limits = { time_ms = 5000 },

  hints = {
    "Which elements of `out` are the work-item's own? Say rows `r` and `r + T`, columns `c` and `c + T`. Where do `r` and `c` begin in the group with the ids 1 and 2?",
    "A group makes 2 T rows and 2 T columns. So its first row is `get_group_id(1) * 2 * T`, and its tiles have 2 T rows of T elements (`tile_a`) and T rows of 2 T elements (`tile_b`). Each work-item loads two elements into each.",
    "In the inner loop take four elements out of the tiles first, two of a column of `tile_a` and two of a row of `tile_b`, and keep them in private variables. Each of the two meets each of the other two: four products.",
    "`float sum[2][2]` begins with zeros before all steps. With `p` and `q` from 0 to 1: `left[p]` is element `(y + p * T) * T + s` of `tile_a`, `above[q]` is element `s * 2 * T + x + q * T` of `tile_b`, and `sum[p][q]` grows by their product.",
    "At the end the same two loops store `sum[p][q]` in row `top + y + p * T` and column `start + x + q * T`, where both are inside `out`; `size_t top = get_group_id(1) * 2 * T`, and `start` likewise with dimension 0. The loads test `first + x < k` and `first + y < k` as well, and put `0.0f` elsewhere.",
  },
}
