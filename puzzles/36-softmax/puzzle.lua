local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Softmax",
  concept = "Take the maximum away first: then no exponential overflows, and the sum is at least 1.",
  chapter = "From kernels to models",
  aliases = { "mojo:18" },
  tags = { "softmax", "reduction", "local-memory", "floats" },

  entry = "softmax",
  params = {
    { name = "out",   kind = "output", type = "float", shape = { "rows", "width" } },
    { name = "a",     kind = "input",  type = "float", shape = { "rows", "width" }, fill = { "random", -6, 6 } },
    { name = "row",   kind = "local",  type = "float", shape = { "width" } },
    { name = "tile",  kind = "local",  type = "float", shape = { "local_x" } },
    { name = "width", kind = "scalar", type = "int",   value = "width" },
  },

  -- One group a row: the group's id is the row.
  cases = {
    { name = "2 rows of 4, groups of 4", sizes = { rows = 2, width = 4 }, global = { 8 }, ["local"] = { 4 },
      given = { a = { { 0, 1, 2, 3 }, { 2, 2, -1, 2 } } } },
    { name = "large numbers, rows of 6 in groups of 4", sizes = { rows = 2, width = 6 },
      global = { 8 }, ["local"] = { 4 },
      given = { a = { { 200, 203, 201, 202, 200, 201 }, { -3, 5, -2, 4, 0, 1 } } } },
    { name = "all -250, one more than the group", sizes = { rows = 2, width = 17 },
      global = { 32 }, ["local"] = { 16 }, fill = { a = { "constant", -250 } }, visible = false },
    { name = "negative numbers, rows shorter than the group", sizes = { rows = 5, width = 7 },
      global = { 60 }, ["local"] = { 12 }, fill = { a = { "random", -128, -120 } }, visible = false },
    { name = "rows of 128, each with a peak", sizes = { rows = 9, width = 128 }, global = { 1152 }, ["local"] = { 128 },
      visible = false },
    { name = "long rows, groups of 95", sizes = { rows = 3, width = 500 }, global = { 285 }, ["local"] = { 95 },
      fill = { a = { "random", 190, 200 } }, visible = false },
    { name = "rows of one element", sizes = { rows = 3, width = 1 }, global = { 6 }, ["local"] = { 2 }, visible = false },
    { name = "groups of one", sizes = { rows = 4, width = 9 }, global = { 4 }, ["local"] = { 1 }, visible = false },
    { name = "one row rises and leaps, one falls", sizes = { rows = 2, width = 600 }, global = { 48 }, ["local"] = { 24 },
      visible = false },
  },

  domain = {
    sizes = { rows = { 1, 40 }, width = { 1, 600 } },
    ["local"] = { { 1, 128 } },
    global = { "rows * local_x" },
    values = { a = { -1100, 1100 } },
    work = "rows * (4 * width + 10 * local_x)",
  },

  inputs = function(case)
    local function build(element) return { a = tensor.build("float", { case.rows, case.width }, element) } end
    if case.name == "one row rises and leaps, one falls" then
      -- Over more than 200: most exponentials are 0, and none may be infinite on the way. The last
      -- element of the first row is so far above the one before it that no other can stand for it.
      return build(function(row, column)
        local at = row == 0 and column or case.width - 1 - column
        return row == 0 and at == case.width - 1 and 150 or 120 / case.width * at - 60
      end)
    elseif case.name == "rows of 128, each with a peak" then
      -- All but the first row. No other element can stand for the peak.
      return build(function(row, column) return case.a(row, column) + (column == 16 * row - 1 and 110 or 0) end)
    end
    return {}
  end,

  reference = function(case)
    return { out = case.a:softmax(1) }
  end,

  -- exp(x) / sum without the maximum, in numbers that do not overflow: of x less the mean of the
  -- largest and the smallest, which is never more than 110 away here.
  second_reference = function(case)
    return {
      out = tensor.build("float", { case.rows, case.width }, function(row, column)
        local low, high = math.huge, -math.huge
        for j = 0, case.width - 1 do
          low, high = math.min(low, case.a(row, j)), math.max(high, case.a(row, j))
        end
        local middle, sum = (low + high) / 2, 0
        for j = 0, case.width - 1 do sum = sum + math.exp(case.a(row, j) - middle) end
        return math.exp(case.a(row, column) - middle) / sum
      end),
    }
  end,

  -- In units of 2^-24: an exponential of up to 3 ulp is off by 6, the division by 5, and a sum by
  -- as many as it has steps, some 25 here. The difference to the largest, d, is off by d/2, which
  -- matters only as long as exp(-d) is not below `atol`: 10. All of it is 3e-6. Who multiplies with
  -- log2(e) before subtracting, or subtracts the sum's logarithm together with the maximum, rounds
  -- numbers near 1,590 or 1,100 besides: 9e-5 and 6e-5 of the exponential.
  tolerance = { atol = 1e-9, rtol = 2e-4 },
  budgets = { global_reads = "2 * rows * width" },

  hints = {
    "There are three jobs: the largest element of the row, the sum of the exponentials, and the quotients. Which of them need a reduction over the group, and what must be known before each begins?",
    "Each work-item takes the elements `l`, `l + size`, `l + 2 * size` and so on, copies them into `row`, and keeps the largest in a variable that begins with `-INFINITY`. Those variables are reduced in `tile` with `fmax`, in a tree as in *Dot Product*.",
    "Everybody reads `tile[0]`, the maximum, into a variable. Then a barrier, since `tile` is used again. Now the same with `exp(row[j] - largest)`: put it back into `row[j]`, add it up in a variable that begins with 0, and reduce by adding.",
    "At the end each work-item goes over its elements for the third time, and writes `row[j] / sum` to the place `get_group_id(0) * width + j` of `out`. The sum is `tile[0]`, read after the tree's last barrier.",
  },
}
