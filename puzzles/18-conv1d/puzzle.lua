local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Conv1d",
  concept = "A window slides over the array; its halo comes from the next group's elements.",
  chapter = "Working together",
  aliases = { "mojo:13", "gpu-puzzles:11" },
  tags = { "local-memory", "barrier", "halo", "convolution" },

  entry = "conv1d",
  params = {
    { name = "out",  kind = "output", type = "float", shape = { "n" } },
    { name = "a",    kind = "input",  type = "float", shape = { "n" }, fill = { "random", -8, 8, 0.5 } },
    { name = "b",    kind = "input",  type = "float", shape = { "k" }, fill = { "random", -1, 1, 0.125 } },
    { name = "tile", kind = "local",  type = "float", shape = { "local_x + k - 1" } },
    { name = "n",    kind = "scalar", type = "uint",  value = "n" },
    { name = "k",    kind = "scalar", type = "uint",  value = "k" },
  },

  -- k - 1 is never more than the group's size, so that the halo comes from one neighbour only.
  cases = {
    { name = "6 elements, kernel of 3", sizes = { n = 6, k = 3 }, global = { 8 }, ["local"] = { 8 },
      fill = { a = "range", b = { "range", 1, 1 } } },
    { name = "15 elements, kernel of 4, two groups", sizes = { n = 15, k = 4 },
      global = { 16 }, ["local"] = { 8 }, fill = { a = "range", b = { "range", 1, 1 } } },
    { name = "kernel of 5 over four groups", sizes = { n = 61, k = 5 },
      global = { 64 }, ["local"] = { 16 }, visible = false },
    { name = "a halo as long as the group", sizes = { n = 180, k = 64 },
      global = { 189 }, ["local"] = { 63 }, visible = false },
    { name = "groups of 200", sizes = { n = 1190, k = 7 },
      global = { 1200 }, ["local"] = { 200 }, visible = false },
    { name = "one weight", sizes = { n = 12, k = 1 }, global = { 16 }, ["local"] = { 4 }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 }, k = { 1, 64 } },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 1,
    -- A half does not hold all of either; k products come to 16,000 at most, in 1,024ths: all sums are exact.
    values = { a = { -20, 20, 1 / 128 }, b = { "-800 / k", "800 / k", 0.125 } },
    holds = { { "k <= local_x + 1", "k - 1 is at most the size of a group" } },
    work = "n * (k + 2) / 2",
  },

  reference = function(case) return { out = case.a:conv1d(case.b) } end,

  second_reference = function(case)
    local a, b = case.a, case.b
    return {
      out = tensor.build("float", { case.n }, function(i)
        local sum = 0
        for j = 0, math.min(case.k, case.n - i) - 1 do sum = sum + a(i + j) * b(j) end
        return sum
      end),
    }
  end,

  -- k products and k - 1 additions, each rounded to 24 bits, of numbers up to 1 in size.
  tolerance = { atol = 5e-7, rtol = 1e-6, scale_by = "k" },
  budgets = { max_global_reads = { a = 2 } },
  limits = { time_ms = 5000 },

  hints = {
    "Take the second case, groups of 8 and a kernel of 4. Which elements of `a` does the last work-item of the first group need? Which of them lie in the group's own part of the array?",
    "A group needs its own elements and the k - 1 after them, the halo. The tile has room for both. Every work-item loads `tile[l]`; who loads the halo, and from where?",
    "The first k - 1 work-items load a second element each: `tile[size + l]` from `a[i + size]`, with `size` the local size. Past the end of `a` put 0 instead of reading.",
    "After the barrier, which all work-items reach: start a sum with 0, add `tile[l + j] * b[j]` for every `j < k`, and, if `i < n`, write it to `out[i]`.",
  },
}
