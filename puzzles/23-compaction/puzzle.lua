local puzzle = require "puzzle"

local function kept(case)
  local out = {}
  for _, value in case.a:each() do
    if value > 0 then out[#out + 1] = value end
  end
  return out
end

return puzzle.kernel {
  title = "Compaction",
  concept = "An atomic counter gives each work-item a place of its own; the order of the output is free.",
  chapter = "Many writers",
  tags = { "atomics", "counter", "order" },

  entry = "compact",
  params = {
    { name = "out",   kind = "output", type = "int", shape = { "n" }, order = "any", count = "count", rest = "ignored" },
    { name = "count", kind = "inout",  type = "int", shape = { 1 }, fill = "zeros" },
    { name = "a",     kind = "input",  type = "int", shape = { "n" }, fill = { "random", -9, 9 } },
    { name = "n",     kind = "scalar", type = "uint", value = "n" },
  },

  cases = {
    { name = "8 elements, 3 are kept", sizes = { n = 8 }, global = { 8 }, ["local"] = { 4 },
      given = { a = { -1, 3, -4, 0, 5, -2, -6, 7 } } },
    { name = "60 elements in groups of 16", sizes = { n = 60 }, global = { 64 }, ["local"] = { 16 } },
    { name = "none is kept", sizes = { n = 37 }, global = { 48 }, ["local"] = { 8 },
      fill = { a = { "random", -5, 0 } }, visible = false },
    { name = "all are kept", sizes = { n = 300 }, global = { 300 }, ["local"] = { 50 },
      fill = { a = { "range", 300, -1 } }, visible = false },
    { name = "equal elements", sizes = { n = 100 }, global = { 105 }, ["local"] = { 7 },
      fill = { a = { "random", 0, 1 } }, visible = false },
    { name = "one element in groups of one", sizes = { n = 1 }, global = { 3 }, ["local"] = { 1 },
      given = { a = { 4 } }, visible = false },
    { name = "groups of 1024", sizes = { n = 1500 }, global = { 2048 }, ["local"] = { 1024 },
      fill = { a = { "random", -1000, 1000 } }, visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 } },
    ["local"] = { { 1, 1024 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 2,
    values = { a = "any" },
  },

  reference = function(case)
    local out = kept(case)
    local count = #out
    for i = count + 1, case.n do out[i] = 0 end
    return { out = out, count = count }
  end,

  budgets = { max_global_reads = { a = 1, count = 1 }, max_global_atomics = 1, max_local_atomics = 1 },
  limits = { time_ms = 5000 },

  hints = {
    "How many elements come before yours in `out`? You cannot know, and you need not: any place will do that no other work-item has. What can tell you such a place?",
    "`atomic_inc(count)` adds 1 **and returns what the counter was before**. No two work-items get the same number back.",
    "Take a place only if your element is greater than 0, and keep what the atomic operation returned in a variable. That number is yours; what stands in the counter a moment later is not.",
    "`if (i < n)`: read `a[i]` into an `int value`. If `value > 0`, let an `int place` be what `atomic_inc` of `count` returns, and store `value` in the element `place` of `out`.",
  },
}
