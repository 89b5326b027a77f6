local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Pooling",
  concept = "A window reaches over the group's edge: the tile needs a halo of the neighbour's elements.",
  chapter = "Working together",
  aliases = { "mojo:11", "gpu-puzzles:9" },
  tags = { "local-memory", "barrier", "window", "halo" },

  entry = "pooling",
  params = {
    { name = "out",  kind = "output", type = "int", shape = { "n" } },
    { name = "a",    kind = "input",  type = "int", shape = { "n" }, fill = { "random", -50, 50 } },
    { name = "tile", kind = "local",  type = "int", shape = { "local_x + 2" } },
    { name = "n",    kind = "scalar", type = "uint", value = "n" },
  },

  cases = {
    { name = "8 elements in one group", sizes = { n = 8 }, global = { 8 }, ["local"] = { 8 },
      fill = { a = { "range", 1, 1 } } },
    { name = "10 elements in groups of 4", sizes = { n = 10 }, global = { 12 }, ["local"] = { 4 },
      given = { a = { 3, 8, 2, 5, 7, 1, 9, 4, 6, 10 } } },
    { name = "20 elements in groups of 8", sizes = { n = 20 }, global = { 24 }, ["local"] = { 8 }, visible = false },
    -- Such groups have fewer work-items than the halo has elements. Both launches have groups without an element.
    { name = "groups of one", sizes = { n = 7 }, global = { 10 }, ["local"] = { 1 }, visible = false },
    { name = "groups of two", sizes = { n = 9 }, global = { 14 }, ["local"] = { 2 }, visible = false },
    { name = "one element", sizes = { n = 1 }, global = { 4 }, ["local"] = { 4 }, visible = false },
    { name = "groups of 250", sizes = { n = 1490 }, global = { 1500 }, ["local"] = { 250 }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 } },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 3,
    values = { a = { -500000000, 500000000 } },
  },

  reference = function(case)
    local n = case.n
    local padded = case.a:pad(2, 0)
    return { out = padded:slice(0, n) + padded:slice(1, n + 1) + padded:slice(2, n + 2) }
  end,

  second_reference = function(case)
    return {
      out = tensor.build("int", { case.n }, function(i)
        local sum = 0
        for j = math.max(0, i - 2), i do sum = sum + case.a(j) end
        return sum
      end),
    }
  end,

  -- Each group but the first has two elements before its own; fetching them where they are wanted takes three reads.
  budgets = { global_reads = "n + 3 * (global_x / local_x - 1)", max_global_reads = 3 },
  limits = { time_ms = 5000 },

  hints = {
    "Take the second case. Which elements does work-item 4 add up, and which of them belong to its group?",
    "The two elements before the group's first are the halo. With them in the places 0 and 1 of the tile, the group's own elements begin at place 2, and place `t` of the tile holds element `first + t - 2`, where `first` is `i - l`.",
    "All work-items fill the tile together: `t` begins at `l` and goes on in steps of the local size while there is a place `t` in the tile. So it works for groups of any size.",
    "An element `first + t - 2` may lie before the start or past the end of `a`; then the place gets 0. Ask without subtracting: `first + t >= 2`, and `first + t < n + 2`.",
    "After the barrier, for `i < n`: the window of work-item `l` is in the places `l`, `l + 1` and `l + 2` of the tile.",
  },
}
