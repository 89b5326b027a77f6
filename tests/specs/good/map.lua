local puzzle = require "puzzle"

return puzzle.kernel {
  title = "Map",
  concept = "One work-item for each element.",
  chapter = "First steps",
  aliases = { "mojo:1", "gpu-puzzles:1" },
  tags = { "first steps" },

  entry = "map",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n" } },
    { name = "a", kind = "input", type = "float", shape = { "n" } },
    { name = "n", kind = "scalar", type = "uint", value = "n" },
  },

  cases = {
    { name = "four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 } },
    { name = "hundred", sizes = { n = 100 }, global = { "ceil_div(n, 8) * 8" }, ["local"] = { 8 },
      visible = false, seed = 7, fill = { a = { "random", -5, 5 } } },
  },

  reference = function(case)
    return { out = case.a + 10 }
  end,

  budgets = { max_global_reads = 1 },
  hints = { "Which element is yours?\nAsk get_global_id." },
}
