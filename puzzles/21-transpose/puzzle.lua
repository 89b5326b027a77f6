local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Transpose",
  concept = "A tile is read along its rows and written along its columns, so both ways through memory are coalesced.",
  chapter = "Working together",
  tags = { "local-memory", "barrier", "two-dimensions", "coalescing" },

  entry = "transpose",
  params = {
    { name = "out",    kind = "output", type = "int",  shape = { "width", "height" } },
    { name = "a",      kind = "input",  type = "int",  shape = { "height", "width" }, fill = "range" },
    { name = "tile",   kind = "local",  type = "int",  shape = { "local_y", "local_x" } },
    { name = "width",  kind = "scalar", type = "uint", value = "width" },
    { name = "height", kind = "scalar", type = "uint", value = "height" },
  },

  -- Groups are square, t by t work-items.
  cases = {
    { name = "5 rows of 7, tiles of 4", sizes = { height = 5, width = 7, t = 4 }, global = { 8, 8 }, ["local"] = { 4, 4 } },
    { name = "24 rows of 40, tiles of 16", sizes = { height = 24, width = 40, t = 16 }, global = { 48, 32 },
      ["local"] = { 16, 16 } },
    { name = "one row", sizes = { height = 1, width = 9, t = 4 }, global = { 12, 4 }, ["local"] = { 4, 4 }, visible = false },
    { name = "one column", sizes = { height = 13, width = 1, t = 8 }, global = { 8, 16 }, ["local"] = { 8, 8 },
      visible = false },
    { name = "tiles of 16 that do not fit", sizes = { height = 33, width = 18, t = 16 }, global = { 32, 48 },
      ["local"] = { 16, 16 }, fill = { a = "permutation" }, visible = false },
    { name = "tiles of one", sizes = { height = 3, width = 5, t = 1 }, global = { 5, 3 }, ["local"] = { 1, 1 },
      visible = false },
    -- Wholly spare tiles on both sides.
    { name = "too many tiles", sizes = { height = 6, width = 4, t = 3 }, global = { 9, 12 }, ["local"] = { 3, 3 },
      fill = { a = "permutation" }, visible = false },
  },

  domain = {
    sizes = { height = { 1, 300 }, width = { 1, 300 }, t = "local_x" },
    ["local"] = { { 1, 16 }, "local_x" },
    global = { "ceil_div(width, local_x) * local_x", "ceil_div(height, local_y) * local_y" },
    spare = 2,
    values = { a = "any" },
    holds = { { "height * width <= 70000", "at most 70,000 elements" } },
  },

  reference = function(case)
    return { out = case.a:transpose() }
  end,

  second_reference = function(case)
    return {
      out = tensor.build("int", { case.width, case.height }, function(row, column)
        return case.a(column, row)
      end),
    }
  end,

  -- A row of a tile is t elements of 4 bytes, wherever it begins: at most ceil((4 t + 28) / 32) pieces of 32 bytes.
  -- `a` has height rows in ceil(width / t) tiles each, and `out` has width rows in ceil(height / t) tiles each.
  budgets = {
    global_transactions = "(height * ceil_div(width, t) + width * ceil_div(height, t)) * ceil_div(t + 7, 8)",
  },
  limits = { time_ms = 5000 },

  hints = {
    "Take the first case. Group (1,0) reads the columns 4 to 6 of the rows 0 to 3. Which rows and which columns of `out` get these elements?",
    "The tiles change places: what group (gx,gy) reads from tile row gy and tile column gx, it writes to tile row gx and tile column gy. Within the tile, `x` must run along a row both times: of `a` when you read, of `out` when you write.",
    "So a work-item has a second pair of coordinates, for writing: the column in `out` is `get_group_id(1) * t + x`, the row in `out` is `get_group_id(0) * t + y`. It does not write the element that it read.",
    "In the tile the two indices change roles: what was stored in row `y` and column `x` of the tile is read from row `x` and column `y`.",
    "The matrix `out` has `width` rows and `height` columns, so the write has a guard of its own: `out_column < height` and `out_row < width`. The element goes to place `out_row * height + out_column`, and comes from `tile[x * t + y]`, where `tile[y * t + x]` got `a[row * width + column]`.",
  },
}
