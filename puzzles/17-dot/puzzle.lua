local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Dot Product",
  concept = "A reduction: half of the work-items add the other half's numbers, again and again.",
  chapter = "Working together",
  aliases = { "mojo:12", "gpu-puzzles:10" },
  tags = { "local-memory", "barrier", "reduction" },

  entry = "dot_product",
  params = {
    { name = "out",  kind = "output", type = "float", shape = { "groups" } },
    { name = "a",    kind = "input",  type = "float", shape = { "n" }, fill = { "random", -4, 4, 0.125 } },
    { name = "b",    kind = "input",  type = "float", shape = { "n" }, fill = { "random", -3, 3, 0.125 } },
    { name = "tile", kind = "local",  type = "float", shape = { "local_x" } },
    { name = "n",    kind = "scalar", type = "uint",  value = "n" },
  },

  -- `groups` is how many groups the launch has, and `steps` how often a group's size can be halved, rounded up.
  cases = {
    { name = "8 elements in one group", sizes = { n = 8, groups = 1, steps = 3 }, global = { 8 }, ["local"] = { 8 },
      given = { a = { 1, 2, 3, 4, 5, 6, 7, 8 }, b = { 2, 1, 3, 1, 2, 1, 3, 1 } } },
    { name = "10 elements in groups of 6", sizes = { n = 10, groups = 2, steps = 3 }, global = { 12 }, ["local"] = { 6 },
      given = { a = { 1.5, 3, 1, 2.25, 5, 1, 4, 2.5, 3, 1 }, b = { 2, 2, 3, 2, 2, 5, 1, 3, 2, 7 } } },
    { name = "1000 elements in 5 groups", sizes = { n = 1000, groups = 5, steps = 8 }, global = { 1040 },
      ["local"] = { 208 }, visible = false },
    { name = "fewer elements than work-items", sizes = { n = 3, groups = 1, steps = 4 }, global = { 16 },
      ["local"] = { 16 }, visible = false },
    -- The last group has no element, and its sum is 0.
    { name = "groups of 7", sizes = { n = 45, groups = 8, steps = 3 }, global = { 56 }, ["local"] = { 7 },
      visible = false },
    { name = "groups of 3", sizes = { n = 8, groups = 3, steps = 2 }, global = { 9 }, ["local"] = { 3 },
      visible = false },
    { name = "groups of one", sizes = { n = 3, groups = 4, steps = 0 }, global = { 4 }, ["local"] = { 1 },
      visible = false },
    { name = "groups of 64", sizes = { n = 640, groups = 10, steps = 6 }, global = { 640 }, ["local"] = { 64 },
      visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 }, groups = "global_x / local_x", steps = "ceil_log2(local_x)" },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 1,
    -- A half does not hold all of either; a group's products come to 16,000 at most, in 1,024ths: all sums are exact.
    values = { a = { -20, 20, 1 / 128 }, b = { "-800 / local_x", "800 / local_x", 0.125 } },
  },

  reference = function(case)
    local products = case.a:astype("double") * case.b:astype("double")
    local rows = products:pad(0, case.global[1] - case.n):reshape({ case.groups, case["local"][1] })
    return { out = rows:sum(1):astype("float") }
  end,

  second_reference = function(case)
    local size = case["local"][1]
    return {
      out = tensor.build("float", { case.groups }, function(group)
        local sum = 0
        for i = group * size, math.min((group + 1) * size, case.n) - 1 do
          sum = sum + case.a(i) * case.b(i)
        end
        return sum
      end),
    }
  end,

  -- All sums are exact.
  tolerance = { atol = 0, rtol = 0 },
  budgets = { max_global_reads = 2, max_local_reads = "2 * steps + 1" },
  limits = { time_ms = 5000 },

  hints = {
    "How many additions can a group of 8 do at the same time, so that none of them needs the result of another? And how many after that?",
    "First every work-item puts its product into the tile, or 0 if it has no element. Then, in each step, the first half of the places gets the second half added: place `l` gets place `l + half`.",
    "A step reads what other work-items wrote in the step before. So there is a barrier after each step, in the loop, and outside every `if` that not all work-items take.",
    "If `count` places are left and `count` is odd, the one in the middle has no partner. With `half = (count + 1) / 2` it stays where it is: work-item `l` adds only if `l + half < count`, and then `count` becomes `half`. (`half` is a type's name in OpenCL C: call it something else.)",
    "When one place is left, the sum is in `tile[0]`, and one work-item writes it: `if (l == 0)`, to the place of the group, `get_group_id(0)`.",
  },
}
