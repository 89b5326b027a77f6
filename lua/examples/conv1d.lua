-- A convolution of 15 elements with 4 weights, from the declaration to the result: the operation is
-- in operations/conv1d.lua, its kernel beside it. The sizes are parameters, known when it is
-- compiled.
local gpu, graph, ops, tensor = require "gpu", require "graph", require "ops", require "tensor"

local INPUT_SIZE, CONV_SIZE = 15, 4

local function text(vector)
  local numbers = {}
  for i, number in vector:each() do numbers[i + 1] = ("%g."):format(number) end
  return "[" .. table.concat(numbers, " ") .. "]"
end

local input = tensor.range("float", INPUT_SIZE)
local kernel = tensor.range("float", CONV_SIZE)
print("Input:   ", text(input))
print("Kernel:  ", text(kernel))
local expected = tensor.build("float", INPUT_SIZE, function(i)
  local sum = 0
  for k = 0, math.min(CONV_SIZE, INPUT_SIZE - i) - 1 do sum = sum + input(i + k) * kernel(k) end
  return sum
end)
print("Expected:", text(expected))

print "Building the graph, with the operation by its name"
local types = {
  graph.TensorType("float", { INPUT_SIZE }), graph.TensorType("float", { CONV_SIZE }),
}
local g = graph.Graph("conv_1d_graph", types, function(input, kernel)
  return ops.custom {
    name = "conv1d", values = { input, kernel }, out_types = { input.type },
    parameters = { input_size = INPUT_SIZE, conv_size = CONV_SIZE },
  }[1]
end, { custom_extensions = { "operations" } })

print "Loading it into a session of the device"
local model = graph.InferenceSession({ devices = { gpu.DeviceContext() } }):load(g)

print "Executing it"
local result = model:execute(input, kernel)[1]:tensor()
print("Result:  ", text(result))
assert(result:equal(expected))

-- graph.CPU is the device on which all is computed by functions of the CPU.
local on_cpu = graph.InferenceSession({ devices = { graph.CPU } }):load(g)
local _, message = pcall(on_cpu.execute, on_cpu, input, kernel)
print(message:match "conv1d: .*")
