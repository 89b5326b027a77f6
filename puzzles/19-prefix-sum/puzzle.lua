local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Prefix Sum",
  concept = "Each step doubles how many elements a sum covers: read, wait, write, wait.",
  chapter = "Working together",
  aliases = { "mojo:14", "gpu-puzzles:12" },
  tags = { "local-memory", "barrier", "scan", "in-place" },

  entry = "prefix_sum",
  params = {
    { name = "out",  kind = "output", type = "int", shape = { "n" } },
    { name = "a",    kind = "input",  type = "int", shape = { "n" }, fill = { "random", -50, 50 } },
    { name = "tile", kind = "local",  type = "int", shape = { "2 * local_x" } },
    { name = "n",    kind = "scalar", type = "uint", value = "n" },
  },

  -- `steps` is how often 1 must be doubled to reach a group's size.
  cases = {
    { name = "8 elements in one group", sizes = { n = 8, steps = 3 }, global = { 8 }, ["local"] = { 8 },
      given = { a = { 2, 5, 1, 4, 3, 6, 2, 7 } } },
    { name = "60 elements in groups of 40", sizes = { n = 60, steps = 6 }, global = { 80 }, ["local"] = { 40 },
      fill = { a = { "random", 1, 9 } } },
    { name = "groups of 5", sizes = { n = 23, steps = 3 }, global = { 30 }, ["local"] = { 5 }, visible = false },
    { name = "groups of two", sizes = { n = 7, steps = 1 }, global = { 8 }, ["local"] = { 2 }, visible = false },
    { name = "groups of one", sizes = { n = 4, steps = 0 }, global = { 6 }, ["local"] = { 1 }, visible = false },
    { name = "groups of 200", sizes = { n = 990, steps = 8 }, global = { 1000 }, ["local"] = { 200 }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 }, steps = "ceil_log2(local_x)" },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 2,
    values = { a = { -1000000, 1000000 } },
  },

  reference = function(case)
    local size, total = case["local"][1], case.global[1]
    local rows = case.a:pad(0, total - case.n):reshape({ total // size, size })
    return { out = rows:cumsum(1):reshape({ total }):slice(0, case.n) }
  end,

  second_reference = function(case)
    local size = case["local"][1]
    local sum = 0
    return {
      out = tensor.build("int", { case.n }, function(i)
        sum = (i % size == 0 and 0 or sum) + case.a(i)
        return sum
      end),
    }
  end,

  -- Blelloch's scan reads twice in each step up, three times in each step down.
  budgets = { max_global_reads = 1, max_local_reads = "5 * steps + 1" },
  limits = { time_ms = 5000 },

  hints = {
    "In the first step each place gets its left neighbour added, and then covers two elements. Which place must it add in the second step, to cover four?",
    "In the step with distance `step`, work-item `l` adds place `l - step`, if there is one. Then `step` is doubled, while it is less than the local size.",
    "Work-item 5 overwrites place 5, which work-item 6 wants as it was. So the step has two halves: all read, into variables of their own; all wait; all write; all wait again.",
    "In the loop: `before` is `tile[l - step]` if `l >= step`, else 0; a barrier; `before` is added to `tile[l]`; a barrier. Both barriers are for all work-items, those with `l < step` too.",
  },
}
