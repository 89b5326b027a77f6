local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Guards",
  concept = "More work-items than elements: those without one must touch nothing.",
  chapter = "First steps",
  aliases = { "mojo:3", "gpu-puzzles:3" },
  tags = { "guard", "out-of-bounds" },

  entry = "guards",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n" } },
    { name = "a",   kind = "input",  type = "float", shape = { "n" }, fill = { "random", -50, 50 } },
    { name = "n",   kind = "scalar", type = "uint",  value = "n" },
  },

  cases = {
    { name = "4 elements, 8 work-items", sizes = { n = 4 }, global = { 8 }, ["local"] = { 8 },
      fill = { a = "range" } },
    { name = "10 elements, 3 groups of 4", sizes = { n = 10 }, global = { 12 }, ["local"] = { 4 },
      fill = { a = "permutation" } },
    { name = "more than 16 bits count", sizes = { n = 66000 }, global = { 66048 }, ["local"] = { 96 }, visible = false },
    { name = "a group without elements", sizes = { n = 7 }, global = { 24 }, ["local"] = { 8 }, visible = false },
    { name = "one element", sizes = { n = 1 }, global = { 16 }, ["local"] = { 16 }, visible = false },
    { name = "as many as work-items", sizes = { n = 32 }, global = { 32 }, ["local"] = { 8 }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 } },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 2,
    values = { a = "any but NaN" },
  },

  reference = function(case)
    return { out = case.a + 10 }
  end,

  tolerance = { atol = 0, rtol = 0 },
  limits = { time_ms = 5000 },

  hints = {
    "With n = 4, which indices do `out` and `a` have? Which work-items have no such index?",
    "A work-item may compare its own number with `n`. What must it do when there is no element for it? Nothing at all.",
    "Elements are numbered from 0, so the last one is `n - 1`. Is `n` itself a good index?",
    "Put the line of Map into the braces of an `if` that asks whether `i` is less than `n`. The read of `a[i]` belongs inside as well.",
  },
}
