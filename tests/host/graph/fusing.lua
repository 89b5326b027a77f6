-- How many kernels long graphs become, whose values need each other, and why: not more than their operations
-- divided by those of a kernel, twice. What they give is what the CPU's path gives.
local check, graph, gpu, ops, tensor = require "check", require "graph", require "gpu", require "ops", require "tensor"
local codegen, fuse, optimize = require "graph.codegen", require "graph.fuse", require "graph.optimize"

local MOST = 200 -- operations of a kernel
local T = graph.TensorType

local graphs = {
  chain = function(n, a, b) for _ = 1, n do a = a * 0.5 + b end return a end,
  ["two in turns"] = function(n, a, b) for _ = 1, n do a, b = b, (a + b) * 0.5 end return b end,
  ["three in turns"] = function(n, a, b)
    local c = a - b
    for _ = 1, n do a, b, c = b, c, (a + b + c) * 0.33 end
    return c
  end,
  ["two of two"] = function(n, a, b) for _ = 1, n do a, b = (a + b) * 0.5, (a - b) * 0.7 end return a end,
  ["two results"] = function(n, a, b) for _ = 1, n do a, b = (a + b) * 0.5, (a - b) * 0.7 end return a, b end,
  ["eight side by side"] = function(n, a, b)
    local x, sum = {}, b
    for k = 1, 8 do x[k] = a * k end
    for _ = 1, n // 8 do
      local y = {}
      for k = 1, 8 do y[k] = x[k] * 0.5 + x[k % 8 + 1] end
      x = y
    end
    for k = 1, 8 do sum = sum + x[k] * 1e-3 end
    return sum
  end,
}

local function build(name, n)
  return graph.Graph(name, { T("float", { 50 }), T("float", { 50 }) }, function(a, b)
    local r, s = graphs[name](n, a, b)
    return { r, s }
  end)
end

for name in pairs(graphs) do
  local bound = optimize.bind(build(name, 2500).outputs)
  local order = optimize.order(bound)
  local groups, _, reasons = fuse.groups(bound, order, { fuses = true })
  local operations, other = 0, 0
  for _, v in ipairs(order) do
    if v.definition.kind == "map" then operations = operations + 1 end
  end
  for _, reason in pairs(reasons) do
    if reason ~= "the kernel would be too large" then other = other + 1 end
  end
  check.ok(operations >= 2500 and #groups <= 2 * (operations // MOST + 1), ("%s: few kernels"):format(name),
           ("%d kernels of %d operations"):format(#groups, operations))
  -- But for results, and what two of these need.
  check.ok(other <= 4, name .. ": the reason is the size of a kernel", other)
end

-- Of arrays there are as many as a kernel takes.
do
  local types = {}
  for i = 1, 100 do types[i] = T("float", { 50 }) end
  local g = graph.Graph("many arrays", types, function(a, b, ...)
    for _, x in ipairs { ... } do a, b = b, (a + b) * x end
    return b
  end)
  local bound = optimize.bind(g.outputs)
  local groups, _, reasons = fuse.groups(bound, optimize.order(bound), { fuses = true })
  local found = {}
  for _, reason in pairs(reasons) do found[reason] = true end
  check.ok(#groups <= 6 and found["the kernel would have too many arrays"], "many arrays: few kernels", #groups)
end

local context = gpu.DeviceContext()

-- What becomes of a graph takes Lua's steps, and makes text for a compiler, in proportion to its operations.
local function count_work(name, n)
  local outputs, steps, bytes = build(name, n).outputs, 0, 0
  debug.sethook(function() steps = steps + 1 end, "", 1000)
  local bound = optimize.bind(outputs)
  local groups, stored = fuse.groups(bound, optimize.order(bound), { fuses = true })
  for _, group in ipairs(groups) do bytes = bytes + #codegen.kernel(group, stored, context:device(), fuse.base).text end
  debug.sethook()
  return steps, bytes
end
for name in pairs(graphs) do
  local steps, bytes = count_work(name, 1000)
  local more_steps, more_bytes = count_work(name, 4000)
  check.ok(more_steps <= 5 * steps and more_bytes <= 5 * bytes, name .. ": four times the operations are four times the work",
           ("%.1f times the steps, %.1f times the text"):format(more_steps / steps, more_bytes / bytes))
end

local inputs = { tensor.random("float", { 50 }, 1, -1, 1), tensor.random("float", { 50 }, 2, -1, 1) }
local function compare(name, g)
  local got = graph.InferenceSession({ devices = { context } }):load(g):execute(table.unpack(inputs))
  local wanted = graph.InferenceSession({ devices = { graph.CPU } }):load(g):execute(table.unpack(inputs))
  local good = #got == #wanted
  for i, result in ipairs(got) do good = good and (result:tensor() - wanted[i]):abs():max() <= 1e-6 * math.max(wanted[i]:abs():max(), 1) end
  check.ok(good, name .. ": the same as on the CPU's path")
end
for name in pairs(graphs) do compare(name, build(name, 250)) end

-- Results of one kernel that others need, behind it, and before it, where it must not be one.
local both = { T("float", { 50 }), T("float", { 50 }) }
local function kernels(name, count, f)
  local g = graph.Graph(name, both, f)
  local bound = optimize.bind(g.outputs)
  local groups = fuse.groups(bound, optimize.order(bound), { fuses = true })
  check.ok(#groups == count, ("%s: %d of them"):format(name, count), #groups)
  compare(name, g)
end
kernels("a result on the way to another", 1, function(a, b) local y = a * b return y, y + 1 end)
kernels("one that a library needs afterwards", 2, function(a, b) local y = a * b return y + 1, ops.cumsum(y) end)
kernels("one that a library needs before", 3, function(a, b) local y = a * b return ops.cumsum(y), y + 1 end)
kernels("one that comes back from a library", 4, function(a, b) local y = a * b return y + ops.cumsum(y), y * 2 end)
kernels("one that a sum needs", 2, function(a, b) local y = a * b return y * 2, y:sum() end)
kernels("one that is needed in another order", 3, function(a, b) local y = a * b return y:flip() + 1, y * 2 end)
kernels("one that is a row's", 3, function(a, b)
  local x = (a * b):reshape { 5, 10 }
  local e = ops.exp(x - x:max(1, { keep = true }))
  return e / e:sum(1, { keep = true }), e * 2
end)
kernels("two sums of one kernel's results", 3, function(a, b) local y = a * b return ops.exp(y) + y:sum(), y, (y + 1):sum() end)
check.done()
