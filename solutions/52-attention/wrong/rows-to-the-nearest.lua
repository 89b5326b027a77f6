-- expect: runtime-error uninitialized-read
-- why: How many groups of 8 rows there are is rounded to the nearest: the rows behind whole groups get none.
local gpu, graph = require "gpu", require "graph"
local op, ops = require "op", require "ops"
local case = ... -- case.query, case.key, case.value: tensors

op.register("matmul", {
  outputs = { { name = "out", dtype = "float", shape = { "n", "m" } } },
  inputs = {
    { name = "a", dtype = "float", shape = { "n", "k" } },
    { name = "b", dtype = "float", shape = { "k", "m" } },
  },
  gpu = function(queue, out, a, b, call)
    local n, k, m = call.sizes.n, call.sizes.k, call.sizes.m
    local kernel = call:kernel("matmul.cl", "matmul")
    queue:enqueue_function(kernel, out, a, b, n, k, m, { global = { m, n } })
  end,
})

-- Of a matrix with n rows a matrix with n rows and one column.
local function register_of_rows(name)
  op.register(name, {
    outputs = { { name = "out", dtype = "float", shape = { "n", 1 } } },
    inputs = { { name = "a", dtype = "float", shape = { "n", "m" } } },
    gpu = function(queue, out, a, call)
      local kernel = call:kernel("rows.cl", name)
      local n, m = call.sizes.n, call.sizes.m
      queue:enqueue_function(kernel, out, a, n, m, { grid_dim = math.max(1, (n + 4) // 8), block_dim = 8 })
    end,
  })
end
register_of_rows("row_max")
register_of_rows("row_sum")

local matmul, row_max, row_sum = op.get "matmul", op.get "row_max", op.get "row_sum"

local types = {}
for i, input in ipairs { case.query, case.key, case.value } do
  types[i] = graph.TensorType("float", input:shape())
end
local g = graph.Graph("attention", types, function(query, key, value)
  local width = case.query:shape()[2]
  local scores = matmul(query, ops.transpose(key)) / math.sqrt(width)
  local weights = ops.exp(scores - row_max(scores))
  return matmul(weights / row_sum(weights), value)
end)

local session = graph.InferenceSession { devices = { gpu.DeviceContext() } }
local model = session:load(g)
local out = model:execute(case.query, case.key, case.value)[1]
return { out = out:tensor() }
