local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Sums",
  concept = "A loop in each work-item.",
  chapter = "Basics",
  entry = "sums",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "rows" } },
    { name = "a", kind = "input", type = "int", shape = { "rows", "columns" }, fill = { "random", -9, 9 } },
    { name = "rows", kind = "scalar", type = "uint", value = "rows" },
    { name = "columns", kind = "scalar", type = "uint", value = "columns" },
  },
  cases = {
    { name = "two rows", sizes = { rows = 2, columns = 3 }, global = { 2 }, ["local"] = { 2 } },
    { name = "a rest", sizes = { rows = 5, columns = 7 }, global = { 8 }, ["local"] = { 4 }, visible = false },
  },
  reference = function(case)
    return { out = case.a:sum(1) }
  end,
  hints = {
    "Where does a row begin?",
    "An accumulator begins with 0, and the loop goes over the columns.",
    "Row `i` begins at element `i * columns`, and has `columns` elements.",
  },
  domain = {
    sizes = { rows = { 1, 40 }, columns = { 1, 40 } },
    ["local"] = { { 1, 8 } },
    global = { "ceil_div(rows, local_x) * local_x" },
    values = { a = { -1000, 1000 } },
  },
}
