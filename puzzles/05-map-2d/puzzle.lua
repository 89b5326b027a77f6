local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Map 2D",
  concept = "Work-items in rows and columns, and a matrix that lies in memory row after row.",
  chapter = "First steps",
  aliases = { "mojo:4", "gpu-puzzles:4" },
  tags = { "two-dimensions", "row-major", "guard" },

  entry = "map_2d",
  params = {
    { name = "out",    kind = "output", type = "float", shape = { "height", "width" } },
    { name = "a",      kind = "input",  type = "float", shape = { "height", "width" }, fill = { "random", -9, 9 } },
    { name = "width",  kind = "scalar", type = "uint",  value = "width" },
    { name = "height", kind = "scalar", type = "uint",  value = "height" },
  },

  cases = {
    { name = "2 rows of 3 in (4,4)", sizes = { height = 2, width = 3 },
      global = { 4, 4 }, ["local"] = { 4, 4 }, fill = { a = "range" } },
    { name = "3 rows of 7 in (8,4)", sizes = { height = 3, width = 7 },
      global = { 8, 4 }, ["local"] = { 4, 2 }, fill = { a = "permutation" } },
    { name = "tall and narrow", sizes = { height = 33001, width = 2 },
      global = { 3, 33008 }, ["local"] = { 3, 8 }, visible = false },
    { name = "wide and low", sizes = { height = 2, width = 33000 },
      global = { 33024, 3 }, ["local"] = { 16, 1 }, visible = false },
    { name = "a square that fits", sizes = { height = 8, width = 8 },
      global = { 8, 8 }, ["local"] = { 4, 4 }, visible = false },
  },

  domain = {
    sizes = { height = { 1, 65000 }, width = { 1, 65000 } },
    ["local"] = { { 1, 16 }, { 1, 16 } },
    global = { "ceil_div(width, local_x) * local_x", "ceil_div(height, local_y) * local_y" },
    spare = 1,
    values = { a = "any but NaN" },
    holds = { { "height * width <= 70000", "at most 70,000 elements" } },
  },

  reference = function(case)
    local rows = tensor.range("float", { case.height, 1 })
    return { out = case.a + 10 * rows }
  end,

  -- Ten times a small whole number is exact, and so all that rounds is one addition.
  tolerance = { atol = 0, rtol = 0 },
  limits = { time_ms = 5000 },

  hints = {
    "Draw the 2 by 3 matrix and number its elements from 0 as they lie in memory: 0 1 2 in the first row, 3 4 5 in the second.",
    "How many elements lie in memory before the first one of row `row`? And how many more before the one in column `column`?",
    "There are four rows and four columns of work-items. Both ids need a guard: one against `width`, one against `height`.",
    "Inside `if (column < width && row < height)` the index is `row * width + column`, for `a` and for `out`; what is added to `a`'s element is `10.0f * row`.",
  },
}
