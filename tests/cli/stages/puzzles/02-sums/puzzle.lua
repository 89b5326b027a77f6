-- Two kernels in turn: squares of all elements, then the sum of each work-group's squares.
local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Sums",
  concept = "Two kernels, the second of which reads what the first has written.",
  hints = { "Look at the first launch." },
  entry = "square",
  params = {
    { name = "a", kind = "input", type = "int", shape = { "n" }, fill = { "random", 1, 9 } },
    { name = "squares", kind = "output", type = "int", shape = { "n" } },
    { name = "sums", kind = "output", type = "int", shape = { "groups" } },
    { name = "tile", kind = "local", type = "int", shape = { "local_x" } },
    { name = "n", kind = "scalar", type = "uint", value = "n" },
  },
  stages = {
    { entry = "square", arguments = { "a", "squares", "n" } },
    { entry = "sum_groups", arguments = { "squares", "sums", "tile", "n" } },
  },
  cases = {
    { name = "two groups", sizes = { n = 8, groups = 2 }, global = { 8 }, ["local"] = { 4 } },
    { name = "hidden one", sizes = { n = 21, groups = 3 }, global = { 24 }, ["local"] = { 8 }, visible = false },
  },
  reference = function(case)
    local squares = case.a * case.a
    local padded = squares:pad(0, case.groups * case["local"][1] - case.n)
    return { squares = squares, sums = padded:reshape({ case.groups, -1 }):sum(1) }
  end,
}
