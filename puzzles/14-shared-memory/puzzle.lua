local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Shared Memory",
  concept = "A group shares a tile of fast memory: load, wait at the barrier, use.",
  chapter = "Working together",
  aliases = { "mojo:8", "gpu-puzzles:8" },
  tags = { "local-memory", "barrier", "data-race" },

  entry = "differences",
  params = {
    { name = "out",  kind = "output", type = "float", shape = { "n" } },
    { name = "a",    kind = "input",  type = "float", shape = { "n" }, fill = { "random", -50, 50 } },
    { name = "tile", kind = "local",  type = "float", shape = { "local_x" } },
    { name = "n",    kind = "scalar", type = "uint",  value = "n" },
  },

  cases = {
    { name = "8 elements in groups of 4", sizes = { n = 8 }, global = { 8 }, ["local"] = { 4 },
      fill = { a = "permutation" } },
    { name = "10 elements in groups of 4", sizes = { n = 10 }, global = { 12 }, ["local"] = { 4 },
      fill = { a = "permutation" } },
    { name = "groups of 250", sizes = { n = 1990 }, global = { 2000 }, ["local"] = { 250 }, visible = false },
    -- More groups than one of them has work-items, and the last one has a single element.
    { name = "one element in the last group", sizes = { n = 40 }, global = { 42 }, ["local"] = { 3 }, visible = false },
    { name = "groups of one", sizes = { n = 5 }, global = { 6 }, ["local"] = { 1 }, visible = false },
    { name = "one group", sizes = { n = 15 }, global = { 18 }, ["local"] = { 18 }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 } },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 1,
    values = { a = "any but NaN" },
  },

  reference = function(case)
    local group = case["local"][1]
    return {
      out = tensor.build("float", { case.n }, function(i)
        local before = i % group > 0 and case.a(i - 1) or 0
        return case.a(i) - before
      end),
    }
  end,

  -- One subtraction, correctly rounded everywhere.
  tolerance = { atol = 0, rtol = 0 },
  budgets = { max_global_reads = 1 },
  limits = { time_ms = 5000 },

  hints = {
    "There are three steps: put something into the tile, wait, take something out of it. Which element does work-item `l` of a group put in, and where?",
    "`tile[l]` gets `a[i]`: the place in the tile is the local id, the place in the array the global id. Mind the work-items that have no element.",
    "`barrier(CLK_LOCAL_MEM_FENCE);` belongs between the write of `tile[l]` and the read of `tile[l - 1]`, which another work-item wrote. Every work-item of the group must reach it, even those without an element, so it stands outside any `if (i < n)`.",
    "After the barrier: `if (i < n)`, and in it `out[i]` gets `tile[l]` alone where `l == 0`, else `tile[l] - tile[l - 1]`.",
  },
}
