-- The product of two matrices by two kernels (operations/matmul.cl), and by the one that graphs
-- have. The naive one reads 2 k numbers from global memory for each element of the result; with
-- tiles of 8 by 8 in local memory each number serves 8 work-items.
local gpu, graph, ops, tensor = require "gpu", require "graph", require "ops", require "tensor"

local M, K, N = 20, 30, 25 -- no multiples of 8: the tiles at the edges are partly empty
local a, b = graph.TensorType("float", { M, K }), graph.TensorType("float", { K, N })
local out = graph.TensorType("float", { M, N })

local function product_by(name)
  return function(x, y)
    return ops.custom { name = name, values = { x, y }, out_types = { out } }[1]
  end
end

local session = graph.InferenceSession { devices = { gpu.DeviceContext() } }
-- Small whole numbers, whose sums are exact in any order.
local x, y = tensor.asymmetric("int", { M, K }) % 10, tensor.asymmetric("int", { K, N }) % 10
x, y = x:astype "float", y:astype "float"
local expected = x:matmul(y)

local function try(name, product)
  local options = { custom_extensions = { "operations" } }
  local model = session:load(graph.Graph(name, { a, b }, product, options))
  print(name, model:execute(x, y)[1]:tensor():equal(expected))
end
try("matmul_naive", product_by "matmul_naive")
try("matmul_tiled", product_by "matmul_tiled")
try("ops.matmul", ops.matmul)
print("the beginning of the first row:", expected:pick(0):slice(0, 4))
print(("numbers from global memory: %d without tiles"):format(M * N * 2 * K))
local tiles = ((M + 7) // 8) * ((N + 7) // 8)
print(("at most %d with %d tiles of the result"):format(tiles * 8 * 8 * 2 * ((K + 7) // 8), tiles))
