-- Whose memory results are: nobody else's.
local check, graph, gpu, op, ops, tensor = require "check", require "graph", require "gpu", require "op", require "ops", require "tensor"
local T = graph.TensorType

local kept = tensor.from("float", { 1, 2, 3 })
local g = graph.Graph("itself", { T("float", { 3 }), T("float", { 3 }) }, function(x, y)
  return x, x:reshape { 3, 1 }, ops.constant(kept), graph.Weight("w", "float", { 3 }), x + y, y:flip()
end)

local function is_list(name, got, ...)
  local wanted = table.concat({ ... }, " ")
  local list = {}
  for i, x in ipairs(check.elements(got)) do list[i] = ("%g"):format(x) end
  check.ok(table.concat(list, " ") == wanted, name, "got " .. table.concat(list, " "))
end

kept:set(0, 1)
local weight = tensor.from("float", { 7, 8, 9 })

-- On the CPU
do
  local model = graph.InferenceSession { devices = { graph.CPU } }:load(g, { weights = { w = weight } })
  local x = tensor.from("float", { 4, 5, 6 })
  local results = model:execute(x, x)
  x:set(0, 100)
  results[3]:set(0, 50)
  results[4]:set(0, 60)
  is_list("a result on the CPU is not the input", results[1], 4, 5, 6)
  local again = model:execute(x, x)
  is_list("nor the constant", again[3], 1, 2, 3)
  is_list("nor the weight", again[4], 7, 8, 9)
end

-- On a device
do
  local context = gpu.DeviceContext()
  local model = graph.InferenceSession { devices = { context } }:load(g, { weights = { w = weight } })
  local buffer = context:enqueue_create_buffer("float", 3)
  context:enqueue_copy { src = tensor.from("float", { 4, 5, 6 }), dst = buffer }
  local x = op.Array(buffer, { 3 })
  local results = model:execute(x, x)
  is_list("the constant is a result", results[3]:tensor(), 1, 2, 3)
  is_list("the weight is one, too", results[4]:tensor(), 7, 8, 9)
  buffer:enqueue_fill(100)
  results[3].buffer:enqueue_fill(50)
  results[4].buffer:enqueue_fill(60)
  is_list("a result on a device is not the input", results[1]:tensor(), 4, 5, 6)
  is_list("with another shape neither", results[2]:tensor(), 4, 5, 6)
  is_list("the same input may be given twice", results[5]:tensor(), 8, 10, 12)
  local again = model:execute(results[6], results[1])
  is_list("nor the constant", again[3]:tensor(), 1, 2, 3)
  is_list("nor the weight", again[4]:tensor(), 7, 8, 9)
  is_list("results may be inputs", again[5]:tensor(), 10, 10, 10)
  is_list("and stay what they are", results[6]:tensor(), 6, 5, 4)
end
check.done()
