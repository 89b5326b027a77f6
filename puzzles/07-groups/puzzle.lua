local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Groups",
  concept = "A launch is made of groups; the group's number and one's own number in it make the global id.",
  chapter = "First steps",
  aliases = { "mojo:6", "gpu-puzzles:6" },
  tags = { "work-group", "local-id", "guard" },

  entry = "groups",
  params = {
    { name = "out", kind = "output", type = "int",  shape = { "n" } },
    { name = "a",   kind = "input",  type = "int",  shape = { "n" }, fill = { "random", -90, 90 } },
    { name = "n",   kind = "scalar", type = "uint", value = "n" },
  },

  cases = {
    { name = "9 elements, 3 groups of 4", sizes = { n = 9 }, global = { 12 }, ["local"] = { 4 },
      fill = { a = { "range", 10, 10 } } },
    { name = "10 elements, 2 groups of 5", sizes = { n = 10 }, global = { 10 }, ["local"] = { 5 },
      fill = { a = { "range", 10, 10 } } },
    { name = "7 groups of 100", sizes = { n = 637 }, global = { 700 }, ["local"] = { 100 }, visible = false },
    { name = "groups of one", sizes = { n = 299 }, global = { 300 }, ["local"] = { 1 }, visible = false },
    { name = "a group without elements", sizes = { n = 31 }, global = { 48 }, ["local"] = { 16 }, visible = false },
    { name = "one group, larger than the data", sizes = { n = 270 }, global = { 320 }, ["local"] = { 320 }, visible = false },
    { name = "one element", sizes = { n = 1 }, global = { 6 }, ["local"] = { 3 }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 } },
    ["local"] = { { 1, 320 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 2,
    values = { a = { -1000000000, 1000000000 } },
  },

  reference = function(case)
    local size = case["local"][1]
    return { out = tensor.build("int", { case.n }, function(i)
      return case.a(i) + 100 * (i // size) + i % size
    end) }
  end,

  budgets = { max_global_reads = 1 },
  limits = { time_ms = 5000 },

  hints = {
    "Take the first work-item of group 2 in the first case. How many work-items are in the groups before it? So which element is its own?",
    "In front of a group there are as many full groups as its number says. Each of them has `get_local_size(0)` work-items.",
    "The element's index is the number of the group times the size of a group, plus the number in the group. It needs a guard like any other index.",
    "With `size_t i = group * get_local_size(0) + l`, and if `i < n`, `out[i]` gets the sum of three numbers: `a[i]`, `100 * group` and `l`.",
  },
}
