local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Barrier Nobody Reaches",
  concept = "A function with a barrier in it is called by all work-items of a group, or by none.",
  chapter = "Mending",
  tags = { "debugging", "trace", "barrier", "barrier-divergence", "reduction" },

  entry = "below_largest",
  params = {
    { name = "out",  kind = "output", type = "int", shape = { "n" } },
    { name = "a",    kind = "input",  type = "int", shape = { "n" }, fill = { "random", -50000, 50000 } },
    { name = "tile", kind = "local",  type = "int", shape = { "local_x" } },
    { name = "n",    kind = "scalar", type = "int", value = "n" },
  },

  cases = {
    { name = "8 elements in groups of 4", sizes = { n = 8 }, global = { 8 }, ["local"] = { 4 },
      given = { a = { 3, 9, 4, 1, 2, 5, 8, 7 } } },
    { name = "6 elements in groups of 4", sizes = { n = 6 }, global = { 8 }, ["local"] = { 4 },
      given = { a = { 3, 9, 4, 1, 2, 5 } } },
    -- The largest of the last group is far below 0, so whoever has no element must bring less.
    { name = "negative elements, a group of which one work-item has an element", sizes = { n = 13 },
      global = { 18 }, ["local"] = { 6 }, fill = { a = { "random", -50000, -40000 } }, visible = false },
    { name = "a group without elements", sizes = { n = 5 }, global = { 21 }, ["local"] = { 7 }, visible = false },
    { name = "groups of one", sizes = { n = 5 }, global = { 6 }, ["local"] = { 1 }, visible = false },
    { name = "one element", sizes = { n = 1 }, global = { 3 }, ["local"] = { 3 },
      fill = { a = { "random", -50000, -40000 } }, visible = false },
    { name = "rising elements, groups of 159", sizes = { n = 1100 }, global = { 1113 }, ["local"] = { 159 },
      fill = { a = { "range", -30000, 101 } }, visible = false },
    { name = "many negative elements, one in the last group", sizes = { n = 39937 }, global = { 40192 }, ["local"] = { 256 },
      visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 } },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 2,
    values = { a = { -1000000000, 1000000000 } },
  },

  -- In each group the largest element stands out, and at another place.
  inputs = function(case)
    if case.name ~= "many negative elements, one in the last group" then return {} end
    return {
      a = tensor.build("int", { case.n }, function(i)
        local place = i % 256
        return place == 255 - i // 256 * 5 % 256 and -40000 or -50000 + place * 37 % 256
      end),
    }
  end,

  reference = function(case)
    local size, total = case["local"][1], case.global[1]
    local groups = case.a:pad(0, total - case.n, -2^31):reshape({ total // size, size })
    local below = groups - groups:max(1):reshape({ total // size, 1 })
    return { out = below:reshape({ total }):slice(0, case.n) }
  end,

  second_reference = function(case)
    local group = case["local"][1]
    local largest = {}
    for i = 0, case.n - 1 do
      local at = i // group
      largest[at] = math.max(largest[at] or case.a(i), case.a(i))
    end
    return {
      out = tensor.build("int", { case.n }, function(i) return case.a(i) - largest[i // group] end),
    }
  end,

  budgets = { max_global_reads = 1 },
  limits = { time_ms = 5000 },

  hints = {
    "Run it as it is, and look at case 2. The finding names the barrier where work-item 4 waits, and work-item 6, which has returned. What is different about 6?",
    "`largest` has barriers in it, and it is called inside `if (i < n)`. Open the trace and compare work-item 5 with work-item 6: which steps does 6 not take?",
    "All work-items of the group must call `largest`. So the call comes before the `if`. But what does a work-item bring that has no element of `a`?",
    "It brings a number that is never the largest: `INT_MIN`. Put `a[i]` or that into a variable, `i < n` decides; then everybody calls `largest(tile, value)`; and only then comes the `if (i < n)` with the result in it.",
  },
}
