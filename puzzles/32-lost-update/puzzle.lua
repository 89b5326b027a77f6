local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Lost Update",
  concept = "`+=` is a read and a write: what others add in between is lost, and no barrier helps.",
  chapter = "Mending",
  tags = { "debugging", "trace", "data-race", "reduction", "local-memory" },

  entry = "totals",
  params = {
    { name = "out",  kind = "output", type = "int", shape = { "groups" } },
    { name = "a",    kind = "input",  type = "int", shape = { "n" }, fill = { "random", -900, 900 } },
    { name = "tile", kind = "local",  type = "int", shape = { "local_x" } },
    { name = "n",    kind = "scalar", type = "int", value = "n" },
  },

  -- `steps` is the number of steps of a tree over the group: the binary logarithm, rounded up.
  cases = {
    { name = "8 elements in groups of 4", sizes = { n = 8, groups = 2, steps = 2 }, global = { 8 }, ["local"] = { 4 },
      given = { a = { 3, 8, 2, 5, 7, 1, 4, 6 } } },
    { name = "14 elements in groups of 6", sizes = { n = 14, groups = 3, steps = 3 }, global = { 18 }, ["local"] = { 6 },
      given = { a = { 3, 8, 2, 5, 7, 1, 4, 6, 9, 0, -2, 11, 5, 1 } } },
    { name = "groups of 6, one element in the last", sizes = { n = 31, groups = 6, steps = 3 },
      global = { 36 }, ["local"] = { 6 }, visible = false },
    { name = "many groups of 64", sizes = { n = 1250, groups = 20, steps = 6 },
      global = { 1280 }, ["local"] = { 64 }, visible = false },
    { name = "groups of 33, one of them without elements", sizes = { n = 90, groups = 4, steps = 6 },
      global = { 132 }, ["local"] = { 33 }, visible = false },
    { name = "groups of one", sizes = { n = 5, groups = 6, steps = 0 }, global = { 6 }, ["local"] = { 1 }, visible = false },
    { name = "one element", sizes = { n = 1, groups = 1, steps = 4 }, global = { 11 }, ["local"] = { 11 }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 }, groups = "global_x / local_x", steps = "ceil_log2(local_x)" },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 1,
    values = { a = { -1000000, 1000000 } },
  },

  reference = function(case)
    local size = case["local"][1]
    local rows = case.a:pad(0, size * case.groups - case.n):reshape { case.groups, size }
    return { out = rows:sum(1) }
  end,

  -- The sum of a row, where each group's elements and zeros make a row.
  second_reference = function(case)
    local size = case["local"][1]
    return {
      out = tensor.build("int", { case.groups }, function(group)
        local sum = 0
        for i = group * size, math.min(group * size + size, case.n) - 1 do sum = sum + case.a(i) end
        return sum
      end),
    }
  end,

  -- Each step of a tree reads its own place and another one; the result is read once more.
  budgets = {
    max_global_reads = 1,
    max_local_reads = "2 * steps + 1",
    local_atomics = 0,
    global_atomics = 0,
  },
  limits = { time_ms = 5000 },

  hints = {
    "Run it as it is, and open case 1 in the trace. What does each work-item read from `tile[0]`, and what does it write there? The emulator runs them one after the other: what would happen if all of them read first?",
    "Give each work-item a place of its own: `tile[l]` gets its element, or 0 where there is none. After a barrier nothing is lost. Then the places have to be added up, and no place may be written by two work-items in the same step.",
    "In each step fold the upper part of the tile onto the lower one: with `count` places left, `upper = (count + 1) / 2`, and whoever has `l + upper < count` adds `tile[l + upper]` to its own place. Then a barrier, outside of the `if`.",
    "The loop: `count` begins with the local size, goes on while it is more than 1, and becomes `(count + 1) / 2` after each step. When it ends, `tile[0]` is the sum, and work-item 0 writes it to `out[get_group_id(0)]`.",
  },
}
