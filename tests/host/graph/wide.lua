-- More arrays than a kernel has parameters, put together: of inputs, of what is computed, of parts that are
-- computed of one, and their gradients; on a device as on the CPU.
local graph, gpu, ops, tensor = require "graph", require "gpu", require "ops", require "tensor"
local context = gpu.DeviceContext()
local count = 0

local function ok(good, sentence)
  count = count + 1
  print(("%s %d - %s"):format(good and "ok" or "not ok", count, sentence))
end

local function same(built, given, options)
  local on_cpu = graph.InferenceSession({ devices = { graph.CPU } }):load(built):execute(table.unpack(given))
  options = options or {}
  options.devices = { context }
  local on_device = graph.InferenceSession(options):load(built):execute(table.unpack(given))
  for i, wanted in ipairs(on_cpu) do
    local got = on_device[i]:tensor()
    for k = 0, wanted:count() - 1 do
      if got:reshape { got:count() }:at(k) ~= wanted:reshape { wanted:count() }:at(k) then return false end
    end
  end
  return true
end

local MANY = 90
local types, given = {}, {}
for i = 1, MANY do
  local shape = { 2, 1 + i % 3 }
  types[i], given[i] = graph.TensorType("float", shape), tensor.ones("float", shape) * i
end

-- The list with f of each.
local function each(values, f)
  local made = {}
  for i, v in ipairs(values) do made[i] = f(v, i) end
  return made
end

for _, number in ipairs { 28, 29, 64, 65, MANY } do
  local some = table.move(types, 1, number, 1, {})
  local built = graph.Graph("wide", some, function(...) return ops.concat({ ... }, 1) + 1 end)
  ok(same(built, table.move(given, 1, number, 1, {})), number .. " inputs")
end
local computed = graph.Graph("computed", types, function(...)
  return ops.concat(each({ ... }, function(v, i) return v * v + i end), 1) * 2
end)
ok(same(computed, given), "what is computed")
ok(same(computed, given, { fuses = false }), "where nothing is fused")
local parts = graph.Graph("parts", { graph.TensorType("float", { MANY, 3 }) }, function(x)
  local rows = {}
  for i = 1, MANY do rows[i] = ops.exp(ops.slice(x, MANY - i, MANY - i + 1) * 0) + i end
  return ops.concat(rows, 0)
end)
ok(same(parts, { tensor.ones("float", { MANY, 3 }) }), "parts of one value")
local twice = graph.Graph("twice", types, function(...)
  local values = { ... }
  return ops.concat(values, 1) + ops.concat(each(values, function(v) return v * 3 end), 1)
end)
ok(same(twice, given), "two of them in one expression")
local derived = graph.Graph("derived", table.move(types, 1, 70, 1, {}), function(...)
  local values = { ... }
  local whole = ops.concat(values, 1)
  return table.unpack(graph.grad(ops.sum(whole * whole), { values[1], values[35], values[70] }))
end)
ok(same(derived, table.move(given, 1, 70, 1, {})), "gradients")
print("1.." .. count)
