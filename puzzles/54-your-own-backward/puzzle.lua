local puzzle = require "puzzle"
local tensor = require "tensor"

-- The gradient of the sum of all products of rows: each of the two is factor times a row of the table.
local function gradient_of(case)
  local sums = {}
  local function add(id, other)
    for column = 0, case.columns - 1 do
      local place = id * case.columns + column + 1
      sums[place] = sums[place] + case.factor * case.factor * case.table(other, column)
    end
  end
  for i = 1, case.rows * case.columns do sums[i] = 0 end
  for i = 0, case.count - 1 do
    add(case.words(i), case.near(i))
    add(case.near(i), case.words(i))
  end
  return sums
end

return puzzle.host {
  title = "Your Own Backward",
  concept = "An operation tells how its output's gradient becomes its inputs': what was read twice is added twice.",
  chapter = "Operations and graphs",
  tags = { "host", "graph", "gradient", "scatter", "race", "memset" },

  files = { "lookup.cl" },
  launches = { "lookup", "lookup_back" },
  defines = { "factor" },

  params = {
    { name = "loss",     kind = "output", type = "float", shape = { 1 }, from = "kernels" },
    { name = "gradient", kind = "output", type = "float", shape = { "rows", "columns" }, from = "kernels" },
    { name = "table",    kind = "input",  type = "float", shape = { "rows", "columns" }, fill = { "random", -1, 1, 0.25 } },
    { name = "words",    kind = "input",  type = "int",   shape = { "count" }, fill = { "random", 0, 3 } },
    { name = "near",     kind = "input",  type = "int",   shape = { "count" }, fill = { "random", 0, 3 } },
    { name = "factor",   kind = "scalar", type = "int",   value = "factor" },
  },

  cases = {
    { name = "4 rows, 3 pairs", sizes = { rows = 4, columns = 2, count = 3, factor = 2 },
      given = { table = { -1, -0.75, -0.5, -0.25, 0.25, 0.5, 0.75, 1 }, words = { 0, 1, 1 }, near = { 1, 3, 3 } } },
    { name = "6 rows, 9 pairs", sizes = { rows = 6, columns = 4, count = 9, factor = 3 },
      given = { words = { 2, 0, 2, 5, 2, 1, 0, 5, 2 }, near = { 0, 2, 5, 2, 1, 2, 0, 0, 2 } } },
    { name = "one row", sizes = { rows = 1, columns = 1, count = 2, factor = 1 }, given = { words = { 0, 0 }, near = { 0, 0 } }, visible = false },
    { name = "one pair", sizes = { rows = 5, columns = 3, count = 1, factor = 4 }, visible = false },
    { name = "many pairs of few rows", sizes = { rows = 4, columns = 5, count = 60, factor = 2 }, visible = false },
    { name = "more columns than a group", sizes = { rows = 7, columns = 70, count = 11, factor = 5 }, visible = false },
  },

  -- Sums of so many quarters are exact in a float, in whatever order.
  domain = {
    sizes = { rows = { 1, 300 }, columns = { 1, 100 }, count = { 1, 100 }, factor = { 1, 9 } },
    values = { table = { -1, 1, 0.25 }, words = { 0, "rows - 1" }, near = { 0, "rows - 1" } },
    work = "4 * count * columns",
  },

  reference = function(case)
    local loss = 0
    for i = 0, case.count - 1 do
      for column = 0, case.columns - 1 do
        loss = loss + case.factor * case.table(case.words(i), column) * case.factor * case.table(case.near(i), column)
      end
    end
    return { loss = loss, gradient = gradient_of(case) }
  end,

  -- As products of matrices: a row of `picks` has 1 where its word is.
  second_reference = function(case)
    local function picks(ids)
      return tensor.build("float", { case.count, case.rows }, function(i, row) return ids(i) == row and 1 or 0 end)
    end
    local words, near = picks(case.words), picks(case.near)
    local square = case.factor * case.factor
    local pairs_of = tensor.matmul(words:transpose(), near)
    local gradient = tensor.matmul(pairs_of + pairs_of:transpose(), case.table) * square
    local products = tensor.matmul(words, case.table) * tensor.matmul(near, case.table)
    return { loss = { (products * square):sum() }, gradient = gradient }
  end,

  tolerance = { atol = 1e-3, rtol = 1e-5 },
  budgets = {
    host_waits = 2,
    bytes_to_device = "4 * (rows * columns + 2 * count)",
    bytes_to_host = "4 * (rows * columns + 1)",
  },
  limits = { time_ms = 5000 },

  hints = {
    "Two words are the same. Which gradients come back to the row that they share, and what becomes of those?",
    "With a work-item for each word, two of them may add to the same row at once. Whom could you give a part of `grad` where nobody else writes?",
    "A work-item for each column: it goes through all words, from the first to the last, and adds `factor` times its column of `from[i]` to its column of row `ids[i]`. What must be in `grad` before?",
    "In the kernel: the column is `get_global_id(0)`, with a guard; a loop over `i` below `count`, in which the place `ids[i] * columns + column` of `grad` grows by `factor` times the place `i * columns + column` of `from`. In the operation: `enqueue_memset` of `grad` with 0, then `enqueue_function` with `kernel`, `grad`, `ids`, `from`, `factor`, `count`, `columns` and `{ global = columns }`.",
  },
}
