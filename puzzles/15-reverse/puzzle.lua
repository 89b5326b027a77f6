local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Reverse",
  concept = "After a barrier a work-item may read what any other of its group wrote, not only its neighbour.",
  chapter = "Working together",
  tags = { "local-memory", "barrier", "in-place", "data-race" },

  entry = "reverse",
  params = {
    { name = "a",    kind = "inout",  type = "int",  shape = { "n" }, fill = { "range", 1, 1 } },
    { name = "tile", kind = "local",  type = "int",  shape = { "local_x" } },
    { name = "n",    kind = "scalar", type = "uint", value = "n" },
  },

  cases = {
    { name = "8 elements in groups of 4", sizes = { n = 8 }, global = { 8 }, ["local"] = { 4 } },
    { name = "10 elements in groups of 4", sizes = { n = 10 }, global = { 12 }, ["local"] = { 4 } },
    -- The last group has one element, which stays where it is.
    { name = "one element in the last group", sizes = { n = 17 }, global = { 32 }, ["local"] = { 16 },
      fill = { a = "asymmetric" }, visible = false },
    -- Groups of an odd size have an element in the middle; the last one has one element less.
    { name = "many groups of 9", sizes = { n = 170 }, global = { 180 }, ["local"] = { 9 },
      fill = { a = "asymmetric" }, visible = false },
    { name = "groups of 250", sizes = { n = 1111 }, global = { 1250 }, ["local"] = { 250 },
      fill = { a = "asymmetric" }, visible = false },
    { name = "groups of one", sizes = { n = 5 }, global = { 6 }, ["local"] = { 1 },
      fill = { a = "asymmetric" }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 } },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 1,
    values = { a = "any" },
  },

  reference = function(case)
    local size = case["local"][1]
    local whole = case.n - case.n % size
    local groups = case.a:slice(0, whole):reshape({ whole // size, size })
    return { a = tensor.concat({ groups:flip(1):reshape({ whole }), case.a:slice(whole, case.n):flip() }) }
  end,

  second_reference = function(case)
    local size = case["local"][1]
    return {
      a = tensor.build("int", { case.n }, function(i)
        local first = i - i % size
        local last = math.min(first + size, case.n) - 1
        return case.a(last - (i - first))
      end),
    }
  end,

  -- Each element comes from memory once, and nobody does the work of a whole group.
  budgets = { global_reads = "n", max_global_reads = 2 },
  limits = { time_ms = 5000 },

  hints = {
    "Take the second case. Which elements do work-items 8 and 9 write, and who has read those numbers from `a`? How many elements has their group?",
    "Three steps again: each work-item puts its own element into the tile, all wait, and each takes another place out of the tile. The first of a group needs the group's last element.",
    "The last group need not be full. It has `n - first` elements if that is less than the local size, and `first`, the number of its first element, is `i - l`. Call that number of elements `count`.",
    "After the barrier, for `i < n`: the work-item with local id `l` needs the place that is as far from the group's last element as `l` is from its first, which is `count - 1 - l`.",
  },
}
