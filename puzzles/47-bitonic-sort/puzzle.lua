local puzzle = require "puzzle"
local tensor = require "tensor"

local INT_MAX, INT_MIN = 2147483647, -2147483648

return puzzle.kernel {
  title = "Bitonic Sort",
  concept = "Which elements are compared is fixed before the launch; launch after launch makes order of it.",
  chapter = "Capstones",
  tags = { "sorting", "stages", "padding", "in-place", "divergence" },

  entry = "exchange",
  params = {
    { name = "data",   kind = "output", type = "int", shape = { "padded" } },
    { name = "a",      kind = "input",  type = "int", shape = { "n" }, fill = { "random", -100, 100 } },
    { name = "n",      kind = "scalar", type = "uint", value = "n" },
    { name = "padded", kind = "scalar", type = "uint", value = "padded" },
    { name = "block",    kind = "scalar", type = "uint", value = 2 },
    { name = "distance", kind = "scalar", type = "uint", value = 1 },
  },

  steps = { "Padding", "One work-group", "Several groups", "Any numbers, any size" },

  -- `padded` is the next power of 2 that is not below `n`.
  cases = {
    -- What is in order is right without any exchange.
    { name = "5 numbers in order, padded to 8", sizes = { n = 5, padded = 8 }, global = { 8 }, ["local"] = { 8 },
      step = 1, given = { a = { -3, 2, 2, 7, 9 } } },
    { name = "13 numbers in order", sizes = { n = 13, padded = 16 }, global = { 16 }, ["local"] = { 16 }, step = 1, fill = { a = { "range", -40, 7 } }, visible = false },
    { name = "8 elements, one group", sizes = { n = 8, padded = 8 }, global = { 8 }, ["local"] = { 8 }, step = 2,
      given = { a = { 4, 7, 1, 6, 8, 2, 5, 3 } } },
    { name = "32 elements, one group", sizes = { n = 32, padded = 32 }, global = { 32 }, ["local"] = { 32 },
      step = 2, visible = false },
    { name = "8 elements, two groups", sizes = { n = 8, padded = 8 }, global = { 8 }, ["local"] = { 4 }, step = 3,
      given = { a = { 5, 2, 8, 1, 7, 3, 6, 4 } } },
    { name = "many groups", sizes = { n = 200, padded = 256 }, global = { 256 }, ["local"] = { 8 }, subgroup = 8,
      step = 3, fill = { a = { "random", -1000000, 1000000 } }, visible = false },
    { name = "11 elements, padded to 16", sizes = { n = 11, padded = 16 }, global = { 20 }, ["local"] = { 4 },
      step = 4, given = { a = { 30, -7, 12, 55, 8, -20, 41, 3, 19, 66, -1 } } },
    { name = "the largest and the smallest numbers, often", sizes = { n = 33, padded = 64 }, global = { 64 },
      ["local"] = { 16 }, step = 4, visible = false },
    { name = "a few numbers, many times", sizes = { n = 129, padded = 256 }, global = { 384 }, ["local"] = { 128 },
      step = 4, fill = { a = { "random", 0, 4 } }, visible = false },
    { name = "from the largest to the smallest, groups of 3", sizes = { n = 31, padded = 32 }, global = { 33 },
      ["local"] = { 3 }, step = 4, fill = { a = { "range", 1000, -7 } }, visible = false },
    { name = "one element", sizes = { n = 1, padded = 1 }, global = { 3 }, ["local"] = { 3 }, step = 4,
      visible = false },
    { name = "two elements, one large group", sizes = { n = 2, padded = 2 }, global = { 64 }, ["local"] = { 64 },
      step = 4, fill = { a = { "range", 9, -4 } }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 200 }, padded = "ceil_pow2(n)" },
    ["local"] = { { 1, 128 } },
    global = { "ceil_div(padded, local_x) * local_x" },
    spare = 1,
    values = { a = "any" },
    work = "5000 * (ceil_log2(n) + 1) * (ceil_log2(n) + 1)",
  },

  inputs = function(case)
    if case.name == "the largest and the smallest numbers, often" then
      local kinds = { INT_MAX, INT_MIN, -1, 2, 0, INT_MAX - 1, INT_MIN + 1 }
      return { a = tensor.build("int", { case.n }, function(i) return kinds[i * i % 11 % 7 + 1] end) }
    end
    return {}
  end,

  -- One launch that fills `data`; then blocks of 2, 4, 8 and so on, each with its distances.
  stages = function(case)
    local stages = { { entry = "pad", arguments = { "data", "a", "n", "padded" } } }
    local block = 2
    while block <= case.padded do
      local distance = block // 2
      while distance >= 1 do
        stages[#stages + 1] = {
          arguments = { "data", "padded", "block", "distance" },
          values = { block = block, distance = distance },
        }
        distance = distance // 2
      end
      block = 2 * block
    end
    return stages
  end,

  reference = function(case)
    local sorted = case.a:sort()
    return {
      data = tensor.build("int", { case.padded }, function(i) return i < case.n and sorted(i) or INT_MAX end),
    }
  end,

  -- The place of an element is the number of those that are smaller, or equal and before it.
  second_reference = function(case)
    local data = {}
    for i = 1, case.padded do data[i] = INT_MAX end
    for i = 0, case.n - 1 do
      local place = 1
      for j = 0, case.n - 1 do
        if case.a(j) < case.a(i) or case.a(j) == case.a(i) and j < i then place = place + 1 end
      end
      data[place] = case.a(i)
    end
    return { data = data }
  end,

  budgets = { max_global_reads = 2, max_global_writes = 2 },
  limits = { time_ms = 5000 },

  hints = {
    "Begin with `pad`: work-item `i` writes `data[i]` if there is such an element, and what it writes depends on whether `a` has an element `i`. Run it: everything should be there, and in the old order.",
    "In `exchange` the partner of element `i` is `i ^ distance`. Both know each other. Which of the two work-items does the exchange, and what does the other one do?",
    "The direction is the same for all elements of a block, and changes from block to block. `i & block` is one bit of `i`: what is it in the first block, in the second, in the third? Both elements of a pair have the same.",
    "`i < partner` makes one of the two act. It reads both elements into variables, `first` and `second`. If the block is rising and `first > second`, or if it is falling and `first < second`, it stores them the other way round; otherwise it has nothing to do.",
  },
}
