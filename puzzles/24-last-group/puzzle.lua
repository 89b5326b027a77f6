local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Last Group",
  concept = "The group that arrives last finishes the work of all: release what you wrote, acquire what others wrote.",
  chapter = "Many writers",
  tags = { "atomics", "memory-order", "memory-scope", "reduction", "local-memory" },

  standard = "CL3.0",
  entry = "sum",
  params = {
    { name = "out",     kind = "output", type = "float", shape = { 1 } },
    { name = "partial", kind = "output", type = "float", shape = { "groups" } },
    -- It counts on from launch to launch, and so begins with a multiple of the number of groups.
    { name = "arrived", kind = "inout",  type = "int", shape = { 1 }, fill = "zeros" },
    { name = "a",       kind = "input",  type = "float", shape = { "n" }, fill = { "random", -1, 1, 0.125 } },
    { name = "tile",    kind = "local",  type = "float", shape = { "local_x" } },
    { name = "n",       kind = "scalar", type = "uint", value = "n" },
  },

  cases = {
    { name = "10 elements in 3 groups of 4", sizes = { n = 10, groups = 3, earlier = 0 }, global = { 12 }, ["local"] = { 4 },
      fill = { a = { "range", 1, 1 } } },
    { name = "64 elements in 8 groups of 8, third launch", sizes = { n = 64, groups = 8, earlier = 2 }, global = { 64 },
      ["local"] = { 8 }, fill = { a = "permutation", arrived = { "constant", 16 } } },
    { name = "one group", sizes = { n = 5, groups = 1, earlier = 9 }, global = { 7 }, ["local"] = { 7 },
      fill = { arrived = { "constant", 9 } }, visible = false },
    { name = "more groups than work-items in one", sizes = { n = 61, groups = 21, earlier = 2 }, global = { 63 },
      ["local"] = { 3 }, fill = { arrived = { "constant", 42 } }, visible = false },
    { name = "groups of one", sizes = { n = 9, groups = 9, earlier = 0 }, global = { 9 }, ["local"] = { 1 }, visible = false },
    { name = "a group without elements", sizes = { n = 1950, groups = 21, earlier = 1 }, global = { 2100 }, ["local"] = { 100 },
      fill = { arrived = { "constant", 21 } }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 20000 }, earlier = { 0, 9 }, groups = "global_x / local_x" },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 1,
    -- A half does not hold all of these. Sums up to 262,144 are exact, larger ones within the tolerance.
    values = { a = { -64, 64, 1 / 64 }, arrived = { "groups * earlier", "groups * earlier" } },
  },

  reference = function(case)
    local size = case["local"][1]
    return {
      out = case.a:sum(),
      partial = tensor.build("float", { case.groups }, function(g)
        local first = math.min(g * size, case.n)
        return case.a:slice(first, math.min(first + size, case.n)):sum()
      end),
      arrived = case.arrived(0) + case.groups,
    }
  end,

  -- At most n - 1 additions in any order, each rounded to 24 bits, of numbers up to 1 in size; whole numbers
  -- are exact.
  tolerance = { atol = 1e-7, rtol = 1e-6, scale_by = "n" },
  budgets = { max_global_atomics = 1, global_atomics = "groups" },
  strict = { "deadlock" },
  limits = { time_ms = 5000 },

  hints = {
    "Who may read `partial` to its end? Only a group that knows that all others have written. What must each group tell the others, and after what?",
    "One work-item of each group stores the group's sum and then adds 1 to `arrived`. The number that comes back says how many came before, in this launch and in earlier ones. Which numbers can the last one get?",
    "The addition has to publish what was stored before it, and to make visible what others have published: `memory_order_acq_rel`. All groups take part: `memory_scope_device`.",
    "The others of the group learn from `last`, a local variable, and a barrier whether theirs is the last group. They read global memory next, so the barrier fences both kinds of memory. Then work-item `l` adds up `partial[l]`, `partial[l + size]` and so on: there may be more groups than it has neighbours. `group_sum` makes one sum of these.",
    "`if (l == 0)`: store `own` in the group's element of `partial`, call `atomic_fetch_add_explicit` with `arrived`, 1, the order and the scope, and set `last` to whether the result `% groups` is `groups - 1`. Then `barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)` for all, and behind it `if (last)`.",
  },
}
