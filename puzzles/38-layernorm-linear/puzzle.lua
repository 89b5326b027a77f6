local puzzle = require "puzzle"
local tensor = require "tensor"

-- 1 / sqrt(variance + epsilon), with the epsilon of the starter.
local EPSILON = 1e-5

return puzzle.kernel {
  title = "Layernorm and Linear",
  concept = "Two operations in one kernel: what lies between them never leaves local memory.",
  chapter = "From kernels to models",
  aliases = { "mojo:22" },
  tags = { "fusion", "reduction", "local-memory", "floats", "layer-normalisation" },

  entry = "layernorm_linear",
  params = {
    { name = "out",     kind = "output", type = "float", shape = { "rows", "m" } },
    { name = "x",       kind = "input",  type = "float", shape = { "rows", "width" }, fill = { "random", -2, 2, 0.25 } },
    { name = "scale",   kind = "input",  type = "float", shape = { "width" }, fill = { "random", 0.5, 1.5 } },
    { name = "shift",   kind = "input",  type = "float", shape = { "width" }, fill = { "random", -1, 1 } },
    { name = "weights", kind = "input",  type = "float", shape = { "width", "m" }, fill = { "random", -1, 1 } },
    { name = "bias",    kind = "input",  type = "float", shape = { "m" }, fill = { "random", -1, 1 } },
    { name = "row",     kind = "local",  type = "float", shape = { "width" } },
    { name = "tile",    kind = "local",  type = "float", shape = { "local_x" } },
    { name = "width",   kind = "scalar", type = "int",   value = "width" },
    { name = "m",       kind = "scalar", type = "int",   value = "m" },
  },

  -- One group a row: the group's id is the row.
  cases = {
    { name = "1 row of 4, 2 outputs", sizes = { rows = 1, width = 4, m = 2 }, global = { 4 }, ["local"] = { 4 },
      given = { x = { { -1, 0, 1, 2 } }, scale = { 1, 1.5, 1, 0.5 }, shift = { 0, 1, 0, -1 },
                weights = { { 1, 0.5 }, { -1, 1 }, { 0, 1 }, { 0.5, -1 } }, bias = { 1, -1 } } },
    { name = "3 rows of 8, 5 outputs", sizes = { rows = 3, width = 8, m = 5 }, global = { 12 }, ["local"] = { 4 } },
    -- All sums of these whole numbers are exact, and so is their mean; their squares are not.
    { name = "a mean of about 10,000", sizes = { rows = 6, width = 16, m = 7 }, global = { 48 }, ["local"] = { 8 },
      visible = false },
    { name = "tiny differences", sizes = { rows = 4, width = 32, m = 3 }, global = { 64 }, ["local"] = { 16 },
      visible = false },
    { name = "constant rows", sizes = { rows = 4, width = 8, m = 4 }, global = { 20 }, ["local"] = { 5 },
      visible = false },
    { name = "rows of one element", sizes = { rows = 3, width = 1, m = 6 }, global = { 9 }, ["local"] = { 3 },
      visible = false },
    { name = "long rows, one output, groups of 33", sizes = { rows = 2, width = 190, m = 1 },
      global = { 66 }, ["local"] = { 33 }, visible = false },
    { name = "short rows, many outputs", sizes = { rows = 3, width = 9, m = 50 }, global = { 48 }, ["local"] = { 16 },
      visible = false },
    { name = "groups of one", sizes = { rows = 5, width = 6, m = 2 }, global = { 5 }, ["local"] = { 1 }, visible = false },
  },

  domain = {
    sizes = { rows = { 1, 20 }, width = { 1, 190 }, m = { 1, 50 } },
    ["local"] = { { 1, 64 } },
    global = { "rows * local_x" },
    values = { x = { -2, 2, 0.25 }, scale = { 0.5, 1.5 }, shift = { -1, 1 }, weights = { -1, 1 }, bias = { -1, 1 } },
    holds = { { "width >= 1", "or all x of a row equal, whole numbers around 10,000, or multiples of 1/1024 around 0" } },
    work = "rows * width * (m + 4)",
  },

  inputs = function(case)
    local shape = { case.rows, case.width }
    if case.name == "a mean of about 10,000" then
      return { x = tensor.random("int", shape, case.seed, 9950, 10050):astype("float") }
    elseif case.name == "tiny differences" then
      return { x = tensor.random("int", shape, case.seed, -4, 4):astype("float") / 1024 }
    elseif case.name == "constant rows" then
      return { x = tensor.random("int", { case.rows, 1 }, case.seed, 1, 2):astype("float"):expand(shape) / 4 }
    end
    return {}
  end,

  reference = function(case)
    local x = case.x:astype("double")
    local apart = x - x:mean(1):reshape { case.rows, 1 }
    local variance = (apart * apart):mean(1):reshape { case.rows, 1 }
    local normal = apart * (variance + EPSILON):rsqrt()
    local scaled = normal * case.scale:astype("double") + case.shift:astype("double")
    return { out = (scaled:matmul(case.weights:astype("double")) + case.bias:astype("double")):astype("float") }
  end,

  second_reference = function(case)
    return {
      out = tensor.build("float", { case.rows, case.m }, function(row, o)
        local mean, variance, sum = 0, 0, case.bias(o)
        for j = 0, case.width - 1 do mean = mean + case.x(row, j) / case.width end
        for j = 0, case.width - 1 do variance = variance + (case.x(row, j) - mean) ^ 2 / case.width end
        for j = 0, case.width - 1 do
          local normal = (case.x(row, j) - mean) / math.sqrt(variance + EPSILON)
          sum = sum + (normal * case.scale(j) + case.shift(j)) * case.weights(j, o)
        end
        return sum
      end),
    }
  end,

  -- A running mean near 10,000 is rounded to 2^-10 in each of 16 steps, a few of these together, beside
  -- a standard deviation of 29: 1e-4 of what is normalised, with weights that add up to some units.
  -- In a row of equal numbers nothing is left but what rounding makes of 2, times 316: with 190 weights that
  -- is 4e-4 or a little more. All else is far below: 190 products of up to 3 are off by less than 1e-4.
  tolerance = { atol = 6e-4, rtol = 1e-5 },
  budgets = { global_reads = "rows * (width * (m + 3) + m)" },

  hints = {
    "There are four jobs: the mean, the variance, the normalised row, the outputs. Which two are reductions over the group? And what does each need from the one before?",
    "Copy the row into local memory while adding it up, and reduce: the sum divided by `width` is the mean. Then add up the squares of `row[j] - mean`, and reduce once more: divided by `width` it is the variance.",
    "Write the normalised elements back into `row`: take the mean away, multiply with `rsqrt(variance + EPSILON)`, then with `scale[j]`, and add `shift[j]`. Each is done once, by the work-item that loaded it. Then a barrier: the outputs need all of them.",
    "For the outputs the work-items are shared out anew: work-item `l` does the outputs `l`, `l + size` and so on, below `m`. Each begins with `bias[o]`, adds `row[j] * weights[j * m + o]` for every `j < width`, and goes to the place `get_group_id(0) * m + o` of `out`.",
  },
}
