local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Zip",
  concept = "Two inputs, one id: element i of the one meets element i of the other.",
  chapter = "First steps",
  aliases = { "mojo:2", "gpu-puzzles:2" },
  tags = { "global-id", "first-steps" },

  entry = "zip",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n" } },
    { name = "a",   kind = "input",  type = "float", shape = { "n" }, fill = { "random", -50, 50 } },
    { name = "b",   kind = "input",  type = "float", shape = { "n" }, fill = { "random", -50, 50 } },
  },

  cases = {
    { name = "four pairs", sizes = { n = 4 }, global = { "n" }, ["local"] = { "n" },
      fill = { a = "range", b = { "range", 10, 10 } } },
    { name = "two groups of four", sizes = { n = 8 }, global = { "n" }, ["local"] = { 4 },
      fill = { a = "permutation", b = "permutation" } },
    { name = "more than 16 bits count", sizes = { n = 66000 }, global = { "n" }, ["local"] = { 100 }, visible = false },
    { name = "groups of three", sizes = { n = 21 }, global = { "n" }, ["local"] = { 3 }, visible = false },
    { name = "one pair", sizes = { n = 1 }, global = { "n" }, ["local"] = { 1 }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 } },
    ["local"] = { { 1, 256 } },
    global = { "n" },
    values = { a = "any but NaN", b = "any but NaN" },
    holds = { { "n % local_x == 0", "all groups are full" } },
  },

  reference = function(case)
    return { out = case.a + case.b }
  end,

  -- One addition, correctly rounded everywhere.
  tolerance = { atol = 0, rtol = 0 },
  limits = { time_ms = 5000 },

  hints = {
    "It is Map again, with a second array to read from.",
    "The two elements that belong together have the same index, and so has their sum.",
    "Each work-item makes two reads and one write, all three at `i`.",
    "An assignment to `out[i]`; its right-hand side adds element `i` of `a` and element `i` of `b`.",
  },
}
