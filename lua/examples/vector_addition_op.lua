-- An operation with a function for the CPU and one for devices (operations/vector_addition.lua),
-- called with tensors, with buffers, and from a graph. Whichever it is, the declaration is held
-- against the arguments first.
local gpu, tensor = require "gpu", require "tensor"
local graph, op, ops = require "graph", require "op", require "ops"

local N = 100
local lib = op.CustomOpLibrary "operations"
local a, b = tensor.range("float", N), tensor.range("float", N, 0, 2)
local expected = a + b

-- On the CPU, whose memory tensors are in.
local out = tensor.zeros("float", N)
lib.vector_addition(out, a, b)
print("cpu:  ", out:equal(expected))

-- On the device: 7 groups of 16, the last of them with 4 elements.
local ctx = gpu.DeviceContext()
local function on_device(t)
  local buffer = ctx:enqueue_create_buffer(t:type(), t:count())
  ctx:enqueue_copy { src = t, dst = buffer }
  return buffer
end
local dev_out = ctx:enqueue_create_buffer("float", N)
lib.vector_addition(dev_out, on_device(a), on_device(b))
print("gpu:  ", dev_out:tensor():equal(expected))

-- In a graph, for vectors of any length, among other operations.
local vector = graph.TensorType("float", { "n" })
local g = graph.Graph("sum_and_double", { vector, vector }, function(x, y)
  local sum = ops.custom { name = "vector_addition", values = { x, y }, out_types = { x.type } }[1]
  return sum, sum * 2
end, { custom_extensions = { lib } })
local results = graph.InferenceSession({ devices = { ctx } }):load(g):execute(a, b)
print("graph:", results[1]:tensor():equal(expected), results[2]:tensor():equal(expected * 2))
print(dev_out:tensor():slice(0, 8))

local _, message = pcall(lib.vector_addition, out, a, tensor.zeros("float", 50))
print(message:match "vector_addition: .*")
