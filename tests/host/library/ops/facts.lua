-- What the CPU's functions see of their arguments, and what must not outlive a call.
local kept

op.register("flip_flags", {
  inputs = { { name = "flags", dtype = "bool", rank = 1 } },
  outputs = { { name = "out", dtype = "bool", shape = "same as flags" } },
  cpu = function(out, flags)
    for i, flag in flags:each() do out:set(i, 1 - flag) end
  end,
})

op.register("keep", {
  inputs = { { name = "x", dtype = "any" } },
  outputs = { { name = "count", dtype = "int", shape = {} } },
  cpu = function(count, x)
    count:set(kept and kept:count() or -1)
    kept = x
  end,
  gpu = function(_, _, x)
    if kept then print(pcall(function() return #kept end)) end
    kept = x
  end,
})

op.register("sum_axes", {
  summary = "sums of the last axis, and of all",
  inputs = { { name = "x", dtype = { "float", "double" }, shape = { "n", "m" } } },
  outputs = { { name = "rows", dtype = "same as x", shape = { "n" } }, { name = "total", dtype = "same as x", shape = {} } },
  graph = function(x) return x:sum(1), x:sum() end,
})

op.register("raise", {
  inputs = { "x" },
  outputs = { "out" },
  parameters = { { name = "text", type = "bool", default = true } },
  cpu = function(_, _, call)
    if call.parameters.text then error("this operation gives up", 0) end
    error({})
  end,
})
