-- The least graph: two inputs and their sum. The function says what is computed, with values that
-- have a type and a shape but no elements yet; the session compiles it for a device, and the model
-- runs it as often as one likes. "n" is a size that is known only then.
local gpu, graph, tensor = require "gpu", require "graph", require "tensor"

local vector = graph.TensorType("float", { "n" })
local addition = graph.Graph("addition", { vector, vector }, function(a, b) return a + b end)
print(addition)

local session = graph.InferenceSession { devices = { gpu.DeviceContext() } }
local model = session:load(addition)
for _, n in ipairs { 5, 8 } do
  local a, b = tensor.range("float", n), tensor.range("float", n, 10, 10)
  local result = model:execute(a, b)[1]
  print(a, "+", b)
  print("  =", result)
  assert(result:tensor():equal(a + b))
end

-- What does not fit is an error that says so.
local short, long = tensor.range("float", 3), tensor.range("float", 4)
local good, message = pcall(model.execute, model, short, long)
print(good, message:match "graph 'addition'.*")
