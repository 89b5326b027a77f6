local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Axis Sum",
  concept = "One group owns one row, strides along it, and reduces what its work-items found.",
  chapter = "Working together",
  aliases = { "mojo:15", "gpu-puzzles:13" },
  tags = { "local-memory", "barrier", "reduction", "group-stride", "coalescing" },

  entry = "axis_sum",
  params = {
    { name = "out",   kind = "output", type = "int",  shape = { "height" } },
    { name = "a",     kind = "input",  type = "int",  shape = { "height", "width" }, fill = { "random", -99, 99 } },
    { name = "tile",  kind = "local",  type = "int",  shape = { "local_x" } },
    { name = "width", kind = "scalar", type = "uint", value = "width" },
  },

  -- There is one group for each row. `steps` is how often a group's size can be halved, rounded up.
  cases = {
    { name = "4 rows of 6, groups of 8", sizes = { height = 4, width = 6, steps = 3 }, global = { 32 }, ["local"] = { 8 },
      given = { a = { { 3, 1, 4, 1, 5, 9 }, { 2, 6, 5, 3, 5, 8 }, { 9, 7, 9, 3, 2, 3 }, { 8, 4, 6, 2, 6, 4 } } } },
    { name = "3 rows of 10, groups of 4", sizes = { height = 3, width = 10, steps = 2 }, global = { 12 }, ["local"] = { 4 },
      fill = { a = { "random", 1, 9 } } },
    { name = "one column", sizes = { height = 5, width = 1, steps = 2 }, global = { 20 }, ["local"] = { 4 }, visible = false },
    { name = "one more than the group", sizes = { height = 6, width = 7, steps = 3 }, global = { 36 }, ["local"] = { 6 },
      visible = false },
    { name = "groups of one", sizes = { height = 3, width = 5, steps = 0 }, global = { 3 }, ["local"] = { 1 }, visible = false },
    { name = "long rows", sizes = { height = 7, width = 1000, steps = 6 }, global = { 448 }, ["local"] = { 64 },
      visible = false },
    { name = "one row", sizes = { height = 1, width = 288, steps = 7 }, global = { 96 }, ["local"] = { 96 }, visible = false },
  },

  domain = {
    sizes = { height = { 1, 300 }, width = { 1, 70000 }, steps = "ceil_log2(local_x)" },
    ["local"] = { { 1, 256 } },
    global = { "height * local_x" },
    values = { a = { -30000, 30000 } },
    holds = {
      { "height * width <= 70000", "at most 70,000 elements" },
      { "width <= 10000 * local_x", "at most 10,000 elements of a row for each work-item" },
    },
  },

  reference = function(case)
    return { out = case.a:sum(1) }
  end,

  second_reference = function(case)
    return {
      out = tensor.build("int", { case.height }, function(row)
        local sum = 0
        for column = 0, case.width - 1 do sum = sum + case.a(row, column) end
        return sum
      end),
    }
  end,

  budgets = {
    global_reads = "width * height",
    max_global_reads = "ceil_div(width, local_x)",
    max_local_reads = "2 * steps + 1",
  },
  limits = { time_ms = 5000 },

  hints = {
    "There are as many groups as rows. Which number tells a work-item its row? And in the second case, with groups of 4 and rows of 10: which elements does work-item 1 of a group add up?",
    "First each work-item adds up its share of the row, in a variable that starts with 0: the columns `l`, `l + size`, `l + 2 * size` and so on, while they are less than `width`. A work-item without a share has 0.",
    "Then every work-item puts its sum into `tile[l]`, all wait, and the group reduces the tile as in Dot Product.",
    "Element `column` of row `row` is `a[row * width + column]`, with `row` from `get_group_id(0)`. In the end the work-item with local id 0 writes `tile[0]` to `out[row]`.",
  },
}
