local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.host {
  title = "Two Queues",
  concept = "One queue copies while another computes, and events order what must be ordered.",
  chapter = "Host programs",
  tags = { "host", "queue", "event", "overlap", "copy" },

  files = { "fold.cl" },
  launches = { "fold" },

  params = {
    { name = "power",  kind = "output", type = "int", shape = { "size" }, from = "launches" },
    { name = "signal", kind = "input",  type = "int", shape = { "n" }, fill = { "random", -50, 50 } },
    { name = "size",   kind = "scalar", type = "uint", value = "size" },
  },

  cases = {
    { name = "10 samples in pieces of 4", sizes = { n = 10, size = 4 },
      given = { signal = { 1, 5, 2, 0, 1, 6, 1, 1, 2, 7 } } },
    { name = "30 samples, six whole pieces", sizes = { n = 30, size = 5 }, fill = { signal = { "random", -9, 9 } } },
    { name = "one sample", sizes = { n = 1, size = 1 }, visible = false },
    { name = "less than a piece", sizes = { n = 5, size = 9 }, visible = false },
    { name = "one piece and one sample", sizes = { n = 8, size = 7 }, visible = false },
    { name = "seventy small pieces", sizes = { n = 140, size = 2 }, visible = false },
    { name = "four large pieces", sizes = { n = 2660, size = 801 }, visible = false },
    -- 525 * (1 / 75) is more than 7.
    { name = "seven whole pieces of 75", sizes = { n = 525, size = 75 }, visible = false },
  },

  -- Each piece is a launch, which costs more than its elements do.
  domain = {
    sizes = { n = { 1, 64000 }, size = { 1, 1000 } },
    values = { signal = { -100, 100 } },
    holds = { { "ceil_div(n, size) <= 70", "at most 70 pieces" } },
    work = "n + 4000 * ceil_div(n, size)",
  },

  reference = function(case)
    local pieces = (case.n + case.size - 1) // case.size
    local rows = case.signal:pad(0, pieces * case.size - case.n):reshape({ pieces, case.size })
    return { power = (rows * rows):sum(0) }
  end,

  second_reference = function(case)
    local power = tensor.zeros("int", case.size)
    for i, sample in case.signal:each() do
      local place = i % case.size
      power:set(place, power(place) + sample * sample)
    end
    return { power = power }
  end,

  -- The launches come one after the other, since all of them add to `power`. Before the first there is one
  -- command, to clear `power` or to copy, and behind the last there is the copy of the result.
  budgets = {
    launches = "ceil_div(n, size)",
    bytes_to_device = "4 * n",
    bytes_to_host = "4 * size",
    host_waits = 1,
    longest_chain = "ceil_div(n, size) + 2",
  },
  limits = { time_ms = 5000 },

  hints = {
    "Which of the commands need nothing that another one makes? Those can be first, each in its own queue. Which two commands must never run at the same time?",
    "Each launch needs the copy of its own piece, and no other. Record an event in `copying` right behind that copy, and let `computing` wait for it before the launch.",
    "Piece 2 goes where piece 0 was. So its copy must wait until piece 0 is folded: keep an event that was recorded behind each launch, and from piece 2 on let `copying` wait for the one of two pieces ago.",
    "In the loop, five steps: if `k >= 2`, `copying:enqueue_wait_for` of the event of launch `k - 2`; the copy of `piece` to `place`; `computing:enqueue_wait_for(copying:record_event())`; the launch of `fold` with `power`, `place`, `count` and `{ global = count }`; and `computing:record_event()`, kept under `k`. Before the loop `computing:enqueue_memset` makes `power` 0. Behind it, `computing` copies `power` to `result`, and `ctx:synchronize()` waits once for all.",
  },
}
