-- What the judge needs of a puzzle whose answer is a program. lua/puzzle.lua has every field; an editor
-- with lua-language-server says what they mean while you write.
local puzzle = require "puzzle"

return puzzle.host {
  -- What learners read in the list of puzzles, and the idea in one sentence.
  title = "@title@",
  concept = "@concept@",
  @chapter@
  -- Other names, such as the number in another set ("mojo:3"), and words to search for.
  aliases = {},
  tags = {},

  -- Files beside this one that the program may read, by these names.
  files = { "double.cl" },

  -- Kernels that it must launch, in this order: who computes on the host has not solved it.
  launches = { "double_and_one" },

  -- What the program gets (inputs, inouts, scalars) and returns (outputs, inouts). Sizes ("n") have
  -- a value in each case.
  params = {
    { name = "out", kind = "output", type = "int", shape = { "n" } },
    { name = "a",   kind = "input",  type = "int", shape = { "n" }, fill = { "random", -100, 100 } },
  },

  -- Learners see the numbers of visible cases: small ones, to be followed by hand. Hidden cases
  -- have other sizes, and reject what is made to fit the visible ones.
  cases = {
    { name = "four elements", sizes = { n = 4 }, fill = { a = "range" } },
    { name = "six elements", sizes = { n = 6 }, fill = { a = "permutation" } },
    { name = "a thousand elements", sizes = { n = 1000 }, visible = false },
    { name = "one element", sizes = { n = 1 }, visible = false },
  },

  -- What is right, from the inputs of a case. `tensor` has more (lua/tensor.lua).
  reference = function(case)
    return { out = 2 * case.a + 1 }
  end,

  -- At most so much: each element goes to the device once, and comes back once.
  budgets = { launches = 1, bytes_to_device = "4 * n", bytes_to_host = "4 * n" },

  -- Generous: several times what the slowest right program takes.
  limits = { time_ms = 5000 },

  -- Each says a little more than the one before. None is the solution.
  hints = {
    "What runs on the device reads what is there, not what the host has.",
    "Three steps are missing: the data goes there, `double_and_one` runs, the result comes back. Which call is each?",
    "`enqueue_copy` has `src` and `dst`; `enqueue_function` takes the function, `dev_out`, `dev_a` and a table with `grid_dim` and `block_dim`; and only after `synchronize` may the host read.",
  },
}
