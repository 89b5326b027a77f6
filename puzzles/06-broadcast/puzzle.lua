local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Broadcast",
  concept = "A row and a column make a matrix: an index that leaves out the row is the same in all rows.",
  chapter = "First steps",
  aliases = { "mojo:5", "gpu-puzzles:5" },
  tags = { "two-dimensions", "broadcast", "guard" },

  entry = "broadcast",
  params = {
    { name = "out",    kind = "output", type = "float", shape = { "height", "width" } },
    { name = "a",      kind = "input",  type = "float", shape = { "width" }, fill = { "random", -9, 9 } },
    { name = "b",      kind = "input",  type = "float", shape = { "height" }, fill = { "random", 100, 300 } },
    { name = "width",  kind = "scalar", type = "uint",  value = "width" },
    { name = "height", kind = "scalar", type = "uint",  value = "height" },
  },

  -- The two inputs have values of different sizes everywhere, so that one in the other's place shows.
  cases = {
    { name = "3 rows of 2 in (4,4)", sizes = { height = 3, width = 2 },
      global = { 4, 4 }, ["local"] = { 4, 4 }, fill = { a = { "range", 1, 1 }, b = { "range", 10, 10 } } },
    { name = "2 rows of 5 in (8,4)", sizes = { height = 2, width = 5 },
      global = { 8, 4 }, ["local"] = { 4, 2 }, fill = { a = "permutation", b = { "range", 30, 40 } } },
    { name = "a square that fits", sizes = { height = 8, width = 8 },
      global = { 8, 8 }, ["local"] = { 4, 2 }, visible = false },
    { name = "tall and narrow", sizes = { height = 301, width = 3 },
      global = { 4, 304 }, ["local"] = { 2, 8 }, visible = false },
    { name = "wide and low", sizes = { height = 2, width = 290 },
      global = { 304, 3 }, ["local"] = { 16, 1 }, visible = false },
    { name = "one element", sizes = { height = 1, width = 1 },
      global = { 2, 3 }, ["local"] = { 2, 3 }, visible = false },
  },

  domain = {
    sizes = { height = { 1, 70000 }, width = { 1, 70000 } },
    ["local"] = { { 1, 16 }, { 1, 16 } },
    global = { "ceil_div(width, local_x) * local_x", "ceil_div(height, local_y) * local_y" },
    spare = 1,
    values = { a = "any but NaN", b = "any but NaN" },
    holds = { { "height * width <= 70000", "at most 70,000 elements" } },
  },

  reference = function(case)
    return { out = case.a + case.b:reshape { case.height, 1 } }
  end,

  second_reference = function(case)
    return { out = tensor.build("float", { case.height, case.width }, function(row, column)
      return case.a(column) + case.b(row)
    end) }
  end,

  -- One addition, which every device rounds correctly.
  tolerance = { atol = 0, rtol = 0 },
  budgets = { max_global_reads = 2 },
  limits = { time_ms = 5000 },

  hints = {
    "Look at the drawing: what is the same for all three elements of the left column? And what for both elements of the top row?",
    "`a` has one number for each column, so a column's number picks from it. What picks from `b`?",
    "Only the place in `out` needs row and column together. Its index is that of Map 2D.",
    "Two guards as in Map 2D; inside, element `row * width + column` of `out` gets the sum of element `column` of `a` and element `row` of `b`.",
  },
}
