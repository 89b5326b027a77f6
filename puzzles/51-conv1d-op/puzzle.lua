local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.host {
  title = "Conv1d Op",
  concept = "An operation has a name, and a function that enqueues its kernel: graphs are made of operations.",
  chapter = "Operations and graphs",
  aliases = { "mojo:17" },
  tags = { "host", "operation", "graph", "memset", "launch" },

  files = { "conv1d.cl" },
  launches = { "conv1d" },
  defines = { "conv_size" },

  params = {
    { name = "out",   kind = "output", type = "int", shape = { "n" }, from = "launches" },
    { name = "again", kind = "output", type = "int", shape = { "m" }, from = "launches" },
    { name = "input", kind = "input",  type = "int", shape = { "n" }, fill = { "random", -50, 50 } },
    { name = "other", kind = "input",  type = "int", shape = { "m" }, fill = { "random", -50, 50 } },
    { name = "taps",  kind = "input",  type = "int", shape = { "k" }, fill = { "random", 1, 9 } },
  },

  cases = {
    { name = "15 and 7 elements, 4 taps", sizes = { n = 15, m = 7, k = 4 },
      fill = { input = "range" }, given = { taps = { 0, 1, 2, 3 }, other = { 5, 1, 4, 2, 8, 3, 6 } } },
    { name = "33 and 17 elements, 3 taps", sizes = { n = 33, m = 17, k = 3 }, fill = { input = { "random", 1, 9 }, other = { "random", 1, 9 } } },
    { name = "one element, one tap", sizes = { n = 1, m = 2, k = 1 }, visible = false },
    { name = "full groups", sizes = { n = 30, m = 15, k = 2 }, visible = false },
    { name = "one element more than full groups", sizes = { n = 46, m = 16, k = 7 }, visible = false },
    { name = "many groups", sizes = { n = 500, m = 301, k = 270 }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 3000 }, m = { 1, 3000 }, k = { 1, 270 } },
    values = { input = { -1000, 1000 }, other = { -1000, 1000 }, taps = { -100, 100 } },
    work = "(n + m) * k",
  },

  reference = function(case)
    return { out = tensor.conv1d(case.input, case.taps), again = tensor.conv1d(case.other, case.taps) }
  end,

  second_reference = function(case)
    local function convolve(input)
      return tensor.build("int", { #input }, function(x)
        local sum = 0
        for tap = 0, math.min(case.k, #input - x) - 1 do sum = sum + input(x + tap) * case.taps(tap) end
        return sum
      end)
    end
    return { out = convolve(case.input), again = convolve(case.other) }
  end,

  -- A launch for each signal. Only what comes back is waited for: not in the operation.
  budgets = {
    launches = 2,
    host_waits = 2,
    bytes_to_device = "4 * (n + m + 2 * k)",
    bytes_to_host = "4 * (n + m)",
    global_atomics = "2 * (n + m)",
  },
  limits = { time_ms = 5000 },

  hints = {
    "`conv1d` adds to `out`, by `atomic_add`. What must lie there before it does, and who brings that there?",
    "Two commands, both enqueued in `queue`: one fills `out`, the other launches the kernel. Neither waits, since whoever uses the operation decides when.",
    "Of how many elements does a group take care in dimension 0? How many groups does that make for `n` elements, if the last one need not be full? In dimension 1 there are two places, and a group has only one.",
    "First `queue:enqueue_memset(out, 0)`. Then `queue:enqueue_function` with `conv1d`, the kernel's arguments `out`, `input`, `taps`, `n`, and the sizes: `grid_dim` has `(n + 14) // 15` and 2 groups, `block_dim` 15 and 1 work-items.",
  },
}
