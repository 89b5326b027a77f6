local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.host {
  title = "Attention",
  concept = "A graph of your kernels: products of matrices, a scale, and a softmax of each row.",
  chapter = "Operations and graphs",
  aliases = { "mojo:19" },
  tags = { "host", "graph", "attention", "softmax", "matmul", "transpose" },

  files = { "matmul.cl", "rows.cl" },
  launches = { "matmul", "row_max", "row_sum" },

  params = {
    { name = "out",    kind = "output", type = "float", shape = { "n", "w" }, from = "kernels" },
    { name = "query",  kind = "input",  type = "float", shape = { "n", "d" }, fill = { "random", -2, 2 } },
    { name = "key",    kind = "input",  type = "float", shape = { "m", "d" }, fill = { "random", -2, 2 } },
    { name = "value",  kind = "input",  type = "float", shape = { "m", "w" }, fill = { "random", -4, 4 } },
  },

  cases = {
    { name = "two places look at three", sizes = { n = 2, m = 3, d = 4, w = 2 },
      given = { query = { 2, 0, 0, 0, 0, 2, 0, 0 }, key = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 },
                value = { 10, 1, 20, 2, 30, 3 } } },
    { name = "16 places, 16 numbers each", sizes = { n = 16, m = 16, d = 16, w = 16 } },
    { name = "one place", sizes = { n = 1, m = 1, d = 5, w = 3 }, visible = false },
    { name = "no two sizes are the same", sizes = { n = 65, m = 17, d = 3, w = 33 }, visible = false },
    { name = "scores around 1000", sizes = { n = 6, m = 9, d = 4, w = 5 }, visible = false },
    { name = "scores around -1000", sizes = { n = 7, m = 6, d = 4, w = 3 }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70 }, m = { 1, 70 }, d = { 1, 40 }, w = { 1, 40 } },
    values = { query = { -2, 2 }, key = { -2, 2 }, value = { -30, 30 } },
    holds = { { "d >= 1", "or query and key so that all scores are near 1,000, or near -1,000" } },
    work = "n * m * (d + w)",
  },

  -- Large scores are exact enough only in short sums.
  inputs = function(case)
    local function near(value, of, seed)
      return tensor.random("float", { of, case.d }, seed, value - 1, value + 1)
    end
    if case.name == "scores around 1000" then
      return { query = near(22, case.n, case.seed), key = near(22, case.m, case.seed + 1) }
    elseif case.name == "scores around -1000" then
      return { query = near(22, case.n, case.seed), key = near(-22, case.m, case.seed + 1) }
    end
    return {}
  end,

  reference = function(case)
    local scores = tensor.matmul(case.query, case.key:transpose()) / math.sqrt(case.d)
    local out = tensor.build("float", { case.n, case.w }, function(place, column)
      local largest, sum, total = -math.huge, 0, 0
      for other = 0, case.m - 1 do largest = math.max(largest, scores(place, other)) end
      for other = 0, case.m - 1 do
        local weight = math.exp(scores(place, other) - largest)
        sum = sum + weight
        total = total + weight * case.value(other, column)
      end
      return total / sum
    end)
    return { out = out }
  end,

  -- With the first score in the place of the largest one: in double no difference is too large.
  second_reference = function(case)
    local scores = tensor.matmul(case.query, case.key:transpose()) / math.sqrt(case.d)
    return {
      out = tensor.build("float", { case.n, case.w }, function(place, column)
        local sum, total, first = 0, 0, scores(place, 0)
        for other = 0, case.m - 1 do
          local weight = math.exp(scores(place, other) - first)
          sum, total = sum + weight, total + weight * case.value(other, column)
        end
        return total / sum
      end),
    }
  end,

  -- A score of 1000 is a float that is exact to 6e-5, and its exponential is no more exact than that.
  tolerance = { atol = 1e-3, rtol = 2e-3 },
  -- Two products, one transposed matrix, the scale, and four kernels of the softmax.
  budgets = {
    launches = 8, host_waits = 1,
    bytes_to_device = "4 * (n * d + m * d + m * w)",
    bytes_to_host = "4 * n * w",
  },
  limits = { time_ms = 5000 },

  hints = {
    "Write down the shapes: `query` is n × d, `key` m × d, and there must be a score for each query and each key. Which of the two has to be transposed?",
    "Only `matmul` looks at pairs of places. All between the two products is the softmax of each row of the scores, in four operations: its largest element, a difference and an exponential, their sum, a quotient.",
    "`row_max(scores)` has one column. In `scores - row_max(scores)` that column is repeated for all others. A score is a sum of `width` products, so it is divided by `math.sqrt(width)` before anything else is done with it.",
    "`scores` is `matmul(query, ops.transpose(key))` over `math.sqrt(width)`. `weights` is `ops.exp` of `scores - row_max(scores)`. Return `matmul` of `weights / row_sum(weights)` and `value`.",
  },
}
