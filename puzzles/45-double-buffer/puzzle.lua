local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Double Buffer",
  concept = "While one tile is used, the next is fetched; two buffers keep the two apart.",
  chapter = "Speed",
  aliases = { "mojo:28", "mojo:29" },
  tags = { "local-memory", "async-copy", "latency", "barrier", "window" },

  entry = "sums_of_three",
  params = {
    { name = "out",     kind = "output", type = "int", shape = { "n" } },
    { name = "a",       kind = "input",  type = "int", shape = { "n" } },
    { name = "buffers", kind = "local",  type = "int", shape = { "2 * (local_x + 2)" } },
    { name = "n",       kind = "scalar", type = "uint", value = "n" },
    { name = "tiles",   kind = "scalar", type = "uint", value = "tiles" },
  },

  cases = {
    { name = "one group, three tiles of 8", sizes = { n = 24, tiles = 3 }, global = { 8 }, ["local"] = { 8 },
      fill = { a = { "range", 1, 1 } } },
    { name = "42 elements in two groups of three tiles", sizes = { n = 42, tiles = 3 }, global = { 16 },
      ["local"] = { 8 }, fill = { a = { "range", 1, 1 } } },
    { name = "four groups of four tiles", sizes = { n = 1000, tiles = 4 }, global = { 256 }, ["local"] = { 64 },
      visible = false },
    { name = "fewer elements than a tile", sizes = { n = 5, tiles = 2 }, global = { 32 }, ["local"] = { 16 },
      visible = false },
    { name = "one tile a group", sizes = { n = 61, tiles = 1 }, global = { 64 }, ["local"] = { 16 },
      visible = false },
    -- The last tile has one element, and the tile before it a halo that is cut.
    { name = "tiles of 5, and one element more", sizes = { n = 51, tiles = 5 }, global = { 15 }, ["local"] = { 5 },
      visible = false },
    { name = "groups without any element", sizes = { n = 40, tiles = 5 }, global = { 24 }, ["local"] = { 8 },
      visible = false },
    { name = "tiles of one element", sizes = { n = 7, tiles = 3 }, global = { 3 }, ["local"] = { 1 },
      visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 }, tiles = { 1, 8 } },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, tiles * local_x) * local_x" },
    spare = 2,
    values = { a = { -500000000, 500000000 } },
  },

  reference = function(case)
    return { out = tensor.conv1d(case.a, tensor.new("int", { 3 }, 1)) }
  end,

  second_reference = function(case)
    return {
      out = tensor.build("int", { case.n }, function(i)
        local sum = case.a(i)
        for j = i + 1, math.min(i + 2, case.n - 1) do sum = sum + case.a(j) end
        return sum
      end),
    }
  end,

  -- Each element once, and a halo of two for each tile but the last. One barrier for each tile, and one to begin.
  -- And no group does the work of another.
  budgets = { max_global_writes = "tiles", global_reads = "n + 2 * ceil_div(n, local_x) - 2",
              barriers = "ceil_div(n, local_x) + global_x / local_x" },
  limits = { time_ms = 5000 },

  hints = {
    "Write down for one group what happens in which turn: which tile is used, which is under way, and into which buffer. Turn 0 needs a tile that was asked for before the loop.",
    "In each turn: remember the event of the tile that you are going to use, ask for the next tile, and only then wait, for the *remembered* event. Then use the tile.",
    "Tile `t` is in the buffer `t % 2`. Before that buffer is filled again, everybody must have done with it: that takes a barrier at the end of each turn.",
    "`async_work_group_copy(to, from, count, 0)` gives an event, and the whole group calls it. The tile that begins at `first` has `min(size + 2, n - first)` elements with its halo. Keep the event in `next`; in a turn `now = next`, then the next copy, then `wait_group_events(1, &now)`.",
  },
}
