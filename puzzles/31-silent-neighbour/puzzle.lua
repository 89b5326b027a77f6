local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Silent Neighbour",
  concept = "The output is right in every case, and the kernel still touches what is not its own.",
  chapter = "Mending",
  aliases = { "mojo:10" },
  tags = { "debugging", "trace", "guard", "out-of-bounds", "data-race", "two-dimensions" },

  entry = "squares",
  params = {
    { name = "out",    kind = "output", type = "int", shape = { "height", "width" } },
    { name = "a",      kind = "input",  type = "int", shape = { "height", "width" }, fill = { "random", -99, 99 } },
    { name = "width",  kind = "scalar", type = "int", value = "width" },
    { name = "height", kind = "scalar", type = "int", value = "height" },
  },

  cases = {
    { name = "2 rows of 2 in (3,3)", sizes = { height = 2, width = 2 },
      global = { 3, 3 }, ["local"] = { 3, 3 }, given = { a = { { 3, -5 }, { 7, 2 } } } },
    { name = "2 rows of 3 in (4,2)", sizes = { height = 2, width = 3 },
      global = { 4, 2 }, ["local"] = { 2, 1 }, given = { a = { { 3, -5, 7 }, { 2, 6, -4 } } } },
    { name = "one row", sizes = { height = 1, width = 13 }, global = { 16, 2 }, ["local"] = { 8, 1 }, visible = false },
    { name = "one column", sizes = { height = 13, width = 1 }, global = { 2, 14 }, ["local"] = { 1, 7 }, visible = false },
    { name = "more rows of work-items than rows", sizes = { height = 5, width = 8 },
      global = { 8, 9 }, ["local"] = { 4, 3 }, visible = false },
    { name = "more columns of work-items than columns", sizes = { height = 9, width = 17 },
      global = { 24, 9 }, ["local"] = { 4, 3 }, visible = false },
    { name = "as many work-items as elements", sizes = { height = 6, width = 10 },
      global = { 10, 6 }, ["local"] = { 5, 2 }, visible = false },
    { name = "many groups", sizes = { height = 37, width = 61 },
      global = { 64, 40 }, ["local"] = { 16, 4 }, visible = false },
  },

  domain = {
    sizes = { height = { 1, 70000 }, width = { 1, 70000 } },
    ["local"] = { { 1, 16 }, { 1, 16 } },
    global = { "ceil_div(width, local_x) * local_x", "ceil_div(height, local_y) * local_y" },
    spare = 1,
    values = { a = { -46340, 46340 } },
    holds = { { "height * width <= 70000", "at most 70,000 elements" } },
  },

  reference = function(case)
    return { out = case.a * case.a }
  end,

  budgets = { max_global_reads = 1, max_global_writes = 1 },
  limits = { time_ms = 5000 },

  hints = {
    "Run it as it is. The output is right, and the judge names elements and work-items all the same. Which element does it name, and how many elements does `out` have?",
    "In the trace of case 1, point at `out[2]` with `v`. Two work-items write it. One of them is in row 1 and column 0. In which row and column is the other?",
    "`to` points at the first element of a row, and `to[column]` is in that row as long as `column` is one of its `width` columns. Who makes sure of that?",
    "The early `return` sends away the work-items below the last row. Those to the right of the last column have to leave in the same way: compare `column` with `width`.",
  },
}
