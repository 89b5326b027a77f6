-- The spec that docs/puzzle-spec.md shows, with every field there is.
local puzzle = require "puzzle"
local tensor = require "tensor"

local params = {
  { name = "out", kind = "output", type = "float", shape = { "n" } },
  { name = "a", kind = "input", type = "float", shape = { "n" }, fill = "range" },
  { name = "b", kind = "input", type = "float", shape = { "k" }, fill = { "random", -1, 1 } },
  { name = "tile", kind = "local", type = "float", shape = { "local_x + k" } },
  { name = "n", kind = "scalar", type = "uint", value = "n" },
  { name = "k", kind = "scalar", type = "uint", value = "k" },
}

return puzzle.kernel {
  title = "Conv1d — a window",
  concept = "A window slides over the input; its halo comes from the next block.",
  aliases = { "mojo:13", "gpu-puzzles:11" },
  tags = { "local-memory", "halo" },
  entry = "conv1d",
  params = params,
  cases = {
    { name = "one group", sizes = { n = 6, k = 3 }, global = { 8 }, ["local"] = { 8 } },
    { name = "two groups", sizes = { n = 15, k = 4 }, global = { 16 }, ["local"] = { 8 }, seed = 7,
      subgroup = 8, fill = { a = "asymmetric" } },
    { name = "uneven", sizes = { n = 61, k = 4 }, global = { "ceil_div(n, 8) * 8" },
      ["local"] = { 8 }, visible = false },
  },
  reference = function(case)
    return { out = tensor.conv1d(case.a, case.b) }
  end,
  tolerance = { atol = 1e-5, rtol = 1e-5, scale_by = "k", out = { ulp = 4 } },
  budgets = { max_global_reads = 3, max_local_reads = "k", barriers = "global_x / local_x", global_accesses = "3 * subgroup" },
  limits = { time_ms = 5000, memory_mb = 256, output_kb = 1, steps = 1000 },
  hints = { "Which elements of `a` does the last work-item of a group need?" },
  requires = { "fp16" },
  standard = "CL3.0",
}
