local puzzle = require "puzzle"

return puzzle.host {
  title = "Scalar Add",
  concept = "The host makes buffers, copies, launches, copies back, and waits before it reads.",
  chapter = "Host programs",
  tags = { "host", "buffers", "copy", "launch", "synchronize" },

  files = { "scalar_add.cl" },
  launches = { "scalar_add" },

  params = {
    { name = "data",   kind = "inout",  type = "float", shape = { "n" }, fill = { "random", 1, 500 }, from = "launches" },
    { name = "scalar", kind = "scalar", type = "float", value = "plus" },
  },

  cases = {
    { name = "20 elements, plus 20", sizes = { n = 20, plus = 20 }, fill = { data = "range" } },
    { name = "7 elements, minus 2.5", sizes = { n = 7, plus = 0 },
      given = { data = { 4, 1, 9, 5, 8, 2, 6 }, scalar = -2.5 } },
    { name = "one element", sizes = { n = 1, plus = 0 }, given = { scalar = 40.75 }, visible = false },
    { name = "full groups", sizes = { n = 256, plus = 5 }, visible = false },
    { name = "one element more than full groups", sizes = { n = 257, plus = 88 }, visible = false },
    { name = "one element more than many groups", sizes = { n = 19201, plus = 2 }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 }, plus = { -1000, 1000 } },
    values = { data = { -1000, 1000 } },
  },

  reference = function(case) return { data = case.data + case.scalar } end,

  -- Each element goes to the device once, and comes back once.
  budgets = { launches = 1, bytes_to_device = "4 * n", bytes_to_host = "4 * n" },
  limits = { time_ms = 5000 },

  hints = {
    "Follow one number. It lies in `host` when your lines begin, and must lie there when they end. Where must it be in between, and what moves it?",
    "Four commands: a copy to the device, the launch, a copy back, and the wait. The first three are enqueued one after the other; only the last one stops the host.",
    "The launch gets the kernel, then what the kernel's parameters ask for, in their order: the device's buffer, how many elements, what is added. Its last argument is a table with `grid_dim`, how many groups, and `block_dim`, how many work-items in each.",
    "With `block_dim = 16` there must be as many groups as `n` elements fill, the last one perhaps in part: `(n + 15) // 16`. A copy is `ctx:enqueue_copy` with a table of `src` and `dst`, once with `host` as `src` and once with `dev`; then comes `ctx:synchronize()`.",
  },
}
