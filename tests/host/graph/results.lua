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

-- A buffer is one axis, and tensors are results, too
do
  local context = gpu.DeviceContext()
  local twice = graph.Graph("twice", { T("float", { "n" }) }, function(x) return x * 2, ops.greater(x, 1) end)
  local model = graph.InferenceSession { devices = { context } }:load(twice)
  local buffer = context:enqueue_create_buffer("float", 3)
  buffer:enqueue_fill(4)
  is_list("a buffer is an input with one axis", model:execute(buffer)[1]:tensor(), 8, 8, 8)
  local doubled, greater = tensor.zeros("float", { 3 }), tensor.zeros("int", { 3 }):ne(0)
  for _ = 1, 2 do model:execute_into({ doubled, greater }, tensor.from("float", { 1, 2, 3 })) end
  is_list("tensors are outputs of a device", doubled, 2, 4, 6)
  is_list("of bools, too", greater, 0, 1, 1)
end

-- Into buffers that are there, again and again
do
  local context = gpu.DeviceContext()
  local pair = graph.Graph("pair", { T("float", { 3 }), T("float", { 3 }) }, function(x, y) return x * 2 + y, x - y end)
  local model = graph.InferenceSession { devices = { context } }:load(pair)
  local function buffer(...)
    local made = context:enqueue_create_buffer("float", 3)
    context:enqueue_copy { src = tensor.from("float", { ... }), dst = made }
    return made
  end
  local x, y, a, b = buffer(1, 2, 3), buffer(10, 20, 30), buffer(0, 0, 0), buffer(0, 0, 0)
  local outputs = { a, b }
  for round = 1, 3 do
    x:enqueue_fill(round)
    model:execute_into(outputs, x, y)
    is_list("the inputs' elements are those of now, " .. round, a:tensor(), 2 * round + 10, 2 * round + 20, 2 * round + 30)
  end
  model:execute_into(outputs, y, x)
  is_list("inputs that have changed places", a:tensor(), 23, 43, 63)
  outputs[1], outputs[2] = b, a
  model:execute_into(outputs, y, x)
  is_list("outputs that have, in the same list", b:tensor(), 23, 43, 63)
  is_list("both of them", a:tensor(), 7, 17, 27)
  local function refuses(name, part, ...)
    local good, message = pcall(model.execute_into, model, ...)
    check.ok(not good and tostring(message):find(part, 1, true), name, tostring(message))
  end
  outputs[2] = x
  refuses("an output that is an input, after good ones", "are the same memory", outputs, y, x)
  outputs[2] = b
  refuses("one that is there twice", "are the same memory", outputs, y, x)
  outputs[2] = nil
  refuses("one less", "was given 1 outputs", outputs, y, x)
  refuses("one input less", "was given 1 inputs", { a, b }, y)
  refuses("an input of another size", "input 2", { a, b }, x, context:enqueue_create_buffer("float", 4))
  model:execute_into({ a, b }, op.Array(x, { 3 }), y)
  is_list("arrays beside buffers", a:tensor(), 16, 26, 36)

  local weighed = graph.Graph("weighed", { T("float", { 3 }) }, function(v) return v * graph.Weight("w", "float", { 3 }) end)
  local with_weights = graph.InferenceSession({ devices = { context } }):load(weighed, { weights = { w = weight } })
  for factor = 1, 3 do
    with_weights:set_weights { w = tensor.from("float", { factor, 2 * factor, 3 * factor }) }
    with_weights:execute_into({ b }, y)
    is_list("the weights are those of now, " .. factor, b:tensor(), 10 * factor, 40 * factor, 90 * factor)
  end
end
check.done()
