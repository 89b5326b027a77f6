-- What the judge needs. lua/puzzle.lua has every field; an editor with
-- lua-language-server says what they mean while you write.
local puzzle = require "puzzle"

return puzzle.kernel {
  -- What learners read in the list of puzzles, and the idea in one sentence.
  title = "@title@",
  concept = "@concept@",
  @chapter@
  -- Other names, such as the number in another set ("mojo:3"), and words to search for.
  aliases = {},
  tags = {},

  -- The kernel that learners @do@, and its parameters in their order. Sizes ("n") have a value
  -- in each case.
  entry = "@entry@",
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" } },
    { name = "a",   kind = "input",  type = "int", shape = { "n" }, fill = { "random", -100, 100 } },
    { name = "n",   kind = "scalar", type = "uint", value = "n" },
  },

  -- Learners see the numbers of visible cases: small ones, to be followed by hand. Hidden cases
  -- have other sizes and launches, and reject what is made to fit the visible ones.
  cases = {
    { name = "one group of four", sizes = { n = 4 }, global = { 4 }, ["local"] = { 4 },
      fill = { a = "range" } },
    { name = "two work-items too many", sizes = { n = 6 }, global = { 8 }, ["local"] = { 4 },
      fill = { a = "permutation" } },
    { name = "many groups", sizes = { n = 1000 }, global = { 1024 }, ["local"] = { 64 }, visible = false },
    { name = "one element", sizes = { n = 1 }, global = { 3 }, ["local"] = { 3 }, visible = false },
  },

  -- For which sizes, launches and values a kernel must be right. Learners are told so, and more
  -- cases are drawn from it.
  domain = {
    sizes = { n = { 1, 70000 } },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 1,
    values = { a = { -1000000, 1000000 } },
  },

  -- What is right, from the inputs of a case. `tensor` has more (lua/tensor.lua).
  reference = function(case)
    return { out = 2 * case.a + 1 }
  end,

  -- Generous: several times what the slowest right kernel takes.
  limits = { time_ms = 5000 },

  -- Each says a little more than the one before. None is the solution.
  hints = {
    "@hint-1@",
    "@hint-2@",
    "@hint-3@",
  },
}
