local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Map",
  concept = "One work-item for each element, and the global id says which.",
  chapter = "First steps",
  aliases = { "mojo:1", "gpu-puzzles:1" },
  tags = { "global-id", "first-steps" },

  entry = "map",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n" } },
    { name = "a",   kind = "input",  type = "float", shape = { "n" }, fill = { "random", -50, 50 } },
  },

  cases = {
    { name = "four elements", sizes = { n = 4 }, global = { "n" }, ["local"] = { "n" },
      fill = { a = "range" } },
    { name = "two groups of four", sizes = { n = 8 }, global = { "n" }, ["local"] = { 4 },
      fill = { a = "permutation" } },
    { name = "more than 16 bits count", sizes = { n = 66000 }, global = { "n" }, ["local"] = { 100 }, visible = false },
    { name = "groups of one", sizes = { n = 13 }, global = { "n" }, ["local"] = { 1 }, visible = false },
    { name = "one element", sizes = { n = 1 }, global = { "n" }, ["local"] = { 1 }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 } },
    ["local"] = { { 1, 256 } },
    global = { "n" },
    values = { a = "any but NaN" },
    holds = { { "n % local_x == 0", "groups are always full" } },
  },

  reference = function(case)
    return { out = case.a + 10 }
  end,

  -- One addition, which every device rounds correctly: nothing to be lenient about.
  tolerance = { atol = 0, rtol = 0 },
  limits = { time_ms = 5000 },

  hints = {
    "Think of one work-item only, the one whose number is `i`. What is its share of the work?",
    "It reads one element of `a` and writes one element of `out`. Which ones?",
    "No loop is needed: the loop over `i` is what the device does by starting a work-item for each `i`.",
    "An assignment to `out[i]`, with `a[i]` and the number 10 on its right-hand side.",
  },
}
