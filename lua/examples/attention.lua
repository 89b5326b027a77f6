-- Attention: each place of a sequence asks with its query, is answered by the keys of all places,
-- and takes the mean of their values, weighted by how well the keys fit. In a causal one no place
-- sees those after it. Two heads are a batch of two.
local gpu, graph, ops, tensor = require "gpu", require "graph", require "ops", require "tensor"

local HEADS, LENGTH, WIDTH = 2, 5, 4

local function attention(query, key, values)
  local scores = ops.matmul(query, key:transpose()) / math.sqrt(WIDTH)
  local to, from = ops.iota({ LENGTH, LENGTH }, 0), ops.iota({ LENGTH, LENGTH }, 1)
  local weights = ops.softmax(ops.where(from:less_equal(to), scores, -math.huge))
  return ops.matmul(weights, values), weights
end

local of_heads = graph.TensorType("float", { HEADS, LENGTH, WIDTH })
local g = graph.Graph("attention", { of_heads, of_heads, of_heads }, function(query, key, values)
  local result, weights = attention(query, key, values)
  return result, weights, ops.attention(query, key, values, { causal = true })
end)
local model = graph.InferenceSession({ devices = { gpu.DeviceContext() } }):load(g)

local function random(seed) return tensor.random("float", { HEADS, LENGTH, WIDTH }, seed, -2, 2) end
local query, key, values = random(1), random(2), random(3)
local results = model:execute(query, key, values)

local weights = results[2]:tensor()
for head = 0, HEADS - 1 do
  print(("head %d: how much each place looks at which"):format(head))
  for to = 0, LENGTH - 1 do
    local line = {}
    for from = 0, LENGTH - 1 do
      line[from + 1] = from > to and "   ." or ("%.2f"):format(weights(head, to, from))
    end
    print(" " .. table.concat(line, " "))
  end
end

-- Every row is shares of 1, and the first place sees but itself.
local sums = weights:sum(2)
print("rows add up to 1:", (sums - 1):abs():max() < 1e-6)
local result = results[1]:tensor()
print("place 0 takes its own value:", result:pick(0, 1):equal(values:pick(0, 1)))
print("ops.attention gives the same:", (results[3]:tensor() - result):abs():max() < 1e-6)
