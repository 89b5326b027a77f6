local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Groups 2D",
  concept = "Groups in rows and columns: each dimension has sizes of its own, and all is numbered row by row.",
  chapter = "First steps",
  aliases = { "mojo:7", "gpu-puzzles:7" },
  tags = { "two-dimensions", "work-group", "local-id", "guard" },

  entry = "groups_2d",
  params = {
    { name = "out",    kind = "output", type = "int",  shape = { "height", "width" } },
    { name = "a",      kind = "input",  type = "int",  shape = { "height", "width" }, fill = { "random", -90, 90 } },
    { name = "width",  kind = "scalar", type = "uint", value = "width" },
    { name = "height", kind = "scalar", type = "uint", value = "height" },
  },

  -- Groups are never as wide as they are high, nor is the grid of groups square where that would hide a swap.
  cases = {
    { name = "5 rows of 7, groups of 4×2", sizes = { height = 5, width = 7 },
      global = { 8, 6 }, ["local"] = { 4, 2 }, fill = { a = "zeros" } },
    { name = "3 rows of 6, groups of 2×4", sizes = { height = 3, width = 6 },
      global = { 6, 4 }, ["local"] = { 2, 4 }, fill = { a = { "range", 1000, 1000 } } },
    { name = "4×2 groups of 8×4", sizes = { height = 7, width = 31 },
      global = { 32, 8 }, ["local"] = { 8, 4 }, visible = false },
    { name = "5×3 groups of 3×5", sizes = { height = 14, width = 13 },
      global = { 15, 15 }, ["local"] = { 3, 5 }, visible = false },
    { name = "groups of one row", sizes = { height = 5, width = 300 },
      global = { 320, 6 }, ["local"] = { 64, 1 }, visible = false },
    { name = "groups without elements", sizes = { height = 19, width = 3 },
      global = { 8, 24 }, ["local"] = { 4, 6 }, visible = false },
    { name = "300 groups", sizes = { height = 30, width = 20 },
      global = { 20, 30 }, ["local"] = { 1, 2 }, visible = false },
    { name = "16 rows of 4,375", sizes = { height = 16, width = 4375 }, global = { 4384, 16 },
      ["local"] = { 16, 16 }, visible = false },
    { name = "one element", sizes = { height = 1, width = 1 },
      global = { 6, 4 }, ["local"] = { 3, 2 }, visible = false },
  },

  domain = {
    sizes = { height = { 1, 70000 }, width = { 1, 70000 } },
    ["local"] = { { 1, 64 }, { 1, 16 } },
    global = { "ceil_div(width, local_x) * local_x", "ceil_div(height, local_y) * local_y" },
    spare = 1,
    values = { a = { -1000000000, 1000000000 } },
    holds = { { "height * width <= 70000", "at most 70,000 elements" } },
  },

  reference = function(case)
    local across, down = case["local"][1], case["local"][2]
    local row, column = tensor.range("int", { case.height, 1 }), tensor.range("int", { 1, case.width })
    local group = row // down * (case.global[1] // across) + column // across
    return { out = case.a + 100 * group + row % down * across + column % across }
  end,

  second_reference = function(case)
    local across, down = case["local"][1], case["local"][2]
    local groups = case.global[1] // across
    return { out = tensor.build("int", { case.height, case.width }, function(row, column)
      local group = (row // down) * groups + column // across
      local place = (row % down) * across + column % across
      return case.a(row, column) + 100 * group + place
    end) }
  end,

  budgets = { max_global_reads = 1 },
  limits = { time_ms = 5000 },

  hints = {
    "There are three things to number here: the elements of the matrix, the groups of the launch, and the places in a group. All three are numbered row by row.",
    "Column and row come from the rule of Groups, once for dimension 0 and once for dimension 1. Each has its own group id, local size and local id.",
    "How many groups are in one row of groups? How many work-items are in one row of a group? These are the two numbers that a row's number is multiplied by.",
    "The group has the number `get_group_id(1) * get_num_groups(0) + get_group_id(0)`, and the place in it follows from the local ids and `get_local_size(0)` in the same way.",
  },
}
