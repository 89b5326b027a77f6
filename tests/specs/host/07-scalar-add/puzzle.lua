local puzzle = require "puzzle"

return puzzle.host {
  title = "Scalar add",
  concept = "The host allocates, copies, launches, copies back and waits.",
  chapter = "Working together",
  files = { "scalar_add.cl" },
  launches = { "scalar_add" },
  params = {
    { name = "data", kind = "inout", type = "float", shape = { "n" }, fill = "range" },
    { name = "scalar", kind = "scalar", type = "float", value = "plus" },
  },
  cases = {
    { name = "20 elements", sizes = { n = 20, plus = 20 } },
    { name = "50 elements, hidden", sizes = { n = 50, plus = -3 }, visible = false },
  },
  reference = function(case) return { data = case.data + case.scalar } end,
  budgets = { launches = 1, bytes_to_device = "4 * n", bytes_to_host = "4 * n" },
  limits = { time_ms = 1500, memory_mb = 64 },
  hints = { "When may the host read what a copy brings?" },
}
