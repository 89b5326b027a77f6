local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.host {
  title = "Fuse It",
  concept = "Formulas in place of kernels: the compiler makes one kernel of a chain, and nothing in between is stored.",
  chapter = "Operations and graphs",
  tags = { "host", "graph", "fusion", "foreach", "bytes" },

  files = { "levels.cl", "steps.cl" },
  launches = { "levels" },

  params = {
    { name = "out",  kind = "output", type = "float", shape = { "rows" }, from = "kernels" },
    { name = "raw",  kind = "input",  type = "uchar", shape = { "rows", "columns" }, fill = { "random", 0, 255 } },
    { name = "gain", kind = "input",  type = "float", shape = { "columns" }, fill = { "random", -2, 2 } },
    { name = "bias", kind = "input",  type = "float", shape = { "columns" }, fill = { "random", -1, 1 } },
  },

  cases = {
    { name = "2 rows of 4", sizes = { rows = 2, columns = 4 },
      given = { raw = { 0, 51, 102, 255, 255, 204, 51, 0 }, gain = { 1, -1, 2, 0.5 }, bias = { 0, 0.5, -1, 1 } } },
    { name = "12 rows of 20", sizes = { rows = 12, columns = 20 } },
    { name = "one element", sizes = { rows = 1, columns = 1 }, visible = false },
    { name = "a long row", sizes = { rows = 1, columns = 600 }, visible = false },
    { name = "as many rows as columns", sizes = { rows = 65, columns = 65 }, visible = false },
    { name = "rows of odd length", sizes = { rows = 91, columns = 211 }, visible = false },
  },

  domain = {
    sizes = { rows = { 1, 600 }, columns = { 1, 600 } },
    values = { raw = "any", gain = { -2, 2 }, bias = { -1, 1 } },
  },

  reference = function(case)
    return {
      out = tensor.build("float", { case.rows }, function(row)
        local sum = 0
        for column = 0, case.columns - 1 do
          local y = math.max(case.raw(row, column) / 255 * case.gain(column) + case.bias(column), 0)
          sum = sum + y * y
        end
        return sum / case.columns
      end),
    }
  end,

  second_reference = function(case)
    local all = { case.rows, case.columns }
    local y = case.raw:astype("double") / 255 * case.gain:astype("double"):expand(all) + case.bias:astype("double"):expand(all)
    y = (y + y:abs()) / 2
    return { out = ((y * y):sum(1) / case.columns):astype("float") }
  end,

  tolerance = { atol = 1e-5, rtol = 1e-5 },
  -- raw is read; the levels are written and read, and gain and bias are read for each of them. The means
  -- are written, and nothing else.
  budgets = {
    global_reads = "4 * rows * columns",
    global_writes = "rows * columns + rows",
    bytes_to_device = "rows * columns + 8 * columns",
    bytes_to_host = "4 * rows",
    host_waits = 1,
  },
  limits = { time_ms = 5000 },

  hints = {
    "Follow one level: how often is it read and written before it becomes a part of a mean? How often would it have to be?",
    "`levels` stays: its kernel makes the numbers. Of the other steps, none needs more than one element and what belongs to its column, but the last one. Such steps are formulas, and a formula has no kernel of its own.",
    "In a graph you may write `x * gain + bias`: a row is repeated for all rows. `ops.relu` is built in, and so is `ops.mean`, whose second argument says which axis disappears. These are fused; an operation with a function for the GPU is not.",
    "Put the four steps as `ops.relu(levels(raw) * gain + bias)` into a local variable `y`. Then `ops.mean(y * y, 1)` is what the function returns.",
  },
}
