local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.host {
  title = "Scan over Groups",
  concept = "What no group can do alone takes several launches, one after the other in one queue.",
  chapter = "Host programs",
  tags = { "host", "scan", "launches", "order", "local-memory" },

  files = { "scan.cl" },
  launches = { "scan_groups", "add_before" },

  params = {
    { name = "out",  kind = "output", type = "int", shape = { "n" }, from = "launches" },
    { name = "a",    kind = "input",  type = "int", shape = { "n" }, fill = { "random", -50, 50 } },
    { name = "size", kind = "scalar", type = "uint", value = "size" },
  },

  cases = {
    { name = "15 elements in 2 groups of 8", sizes = { n = 15, size = 8 },
      given = { a = { 2, 5, 1, 4, 3, 6, 2, 7, 1, 8, 3, 2, 9, 4, 5 } } },
    { name = "22 elements in 6 groups of 4", sizes = { n = 22, size = 4 }, fill = { a = { "random", 1, 9 } } },
    { name = "one element", sizes = { n = 1, size = 8 }, visible = false },
    { name = "one whole group", sizes = { n = 8, size = 8 }, visible = false },
    { name = "as many groups as a group has work-items", sizes = { n = 64, size = 8 }, visible = false },
    { name = "groups of one", sizes = { n = 17, size = 1 }, visible = false },
    { name = "97 elements in 13 groups of 8", sizes = { n = 97, size = 8 }, visible = false },
    { name = "too many elements for one group", sizes = { n = 1537, size = 16 }, visible = false },
    { name = "as many elements as can be", sizes = { n = 65536, size = 256 }, visible = false },
    -- 525 * (1 / 75) is more than 7.
    { name = "seven whole groups of 75", sizes = { n = 525, size = 75 }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 65536 }, size = { 1, 256 } },
    values = { a = { -1000, 1000 } },
    holds = { { "ceil_div(n, size) <= 256", "at most 256 groups" } },
    work = "4 * n",
  },

  reference = function(case)
    return { out = case.a:cumsum() }
  end,

  second_reference = function(case)
    local sum = 0
    return {
      out = tensor.build("int", { case.n }, function(i)
        sum = sum + case.a(i)
        return sum
      end),
    }
  end,

  -- The totals never leave the device. Each element of `out` is written twice; each group writes one total and
  -- one running sum, and the sum of all may be written, too. So there is no group without an element.
  budgets = {
    launches = 3,
    bytes_to_device = "4 * n",
    bytes_to_host = "4 * n",
    host_waits = 1,
    global_writes = "2 * n + 2 * ceil_div(n, size) + 1",
  },
  limits = { time_ms = 5000 },

  hints = {
    "Group 2 needs the total of groups 0 and 1 together. What are these numbers, if you look at the totals as an array?",
    "The totals are an array like any other, only shorter: `scan_groups` makes running sums of it as well. It has as many elements as there are groups, and all of them must be in the same group, since nothing is carried from one group to another.",
    "Two buffers are needed, of `groups` elements each: one for the totals, which the first launch writes and the second reads, and one for the running sums of those, which the second launch writes and the third reads. In one queue the launches are in order.",
    "First `scan_groups` for `out` and `totals`, from `a`, with `gpu.Local(\"int\", size)` and `n`, and `{ grid_dim = groups, block_dim = size }`. Then `scan_groups` for `running`, with `nil` in the place of the totals, from `totals`: now `groups` is the number of elements, of places in the tile, and `block_dim`, and `grid_dim` is 1. Last `add_before`, with the sizes of the first. Before them `enqueue_copy` brings `host_a` to `a`, behind them `out` to `result`, and `synchronize` waits.",
  },
}
