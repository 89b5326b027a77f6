-- softmax turns any numbers into shares of 1: exp(x) of each, divided by their sum. Written just so
-- it overflows: exp(100) is more than a float holds. With the greatest number taken off before,
-- nothing changes but that. Both are graphs of reductions along rows and operations on each
-- element.
local gpu, graph, ops, tensor = require "gpu", require "graph", require "ops", require "tensor"

local function naive(x)
  local powers = ops.exp(x)
  return powers / ops.sum(powers, -1, { keep = true })
end

local function stable(x)
  local powers = ops.exp(x - ops.max(x, -1, { keep = true }))
  return powers / ops.sum(powers, -1, { keep = true })
end

local matrix = graph.TensorType("float", { "rows", "columns" })
local g = graph.Graph("softmax", { matrix }, function(x)
  return naive(x), stable(x), ops.softmax(x)
end)
local model = graph.InferenceSession({ devices = { gpu.DeviceContext() } }):load(g)

local x = tensor.from("float", { { 1, 2, 3, 4 }, { 0, 0, 0, 0 }, { 100, 101, 102, 103 } })
local results = model:execute(x)

local function print_rows(name, shares)
  print(name)
  for row = 0, #shares - 1 do
    local line = {}
    for column = 0, shares:size(1) - 1 do
      local share = shares(row, column)
      line[column + 1] = share == share and ("%7.4f"):format(share) or "    nan"
    end
    print(table.concat(line, " "))
  end
end
print_rows("exp(x) / sum", results[1]:tensor())
print_rows("exp(x - greatest) / sum", results[2]:tensor())

-- ops.softmax is the second one, and the tensors of the CPU have it, too.
local difference = (results[3]:tensor() - x:softmax()):abs():max()
print("as on the CPU:", difference < 1e-6)
