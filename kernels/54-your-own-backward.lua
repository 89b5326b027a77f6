-- Your Own Backward. lookup has a gradient: an operation
-- that you complete, with its kernel. graph.grad puts it
-- into the graph.
local gpu, graph = require "gpu", require "graph"
local op, ops = require "op", require "ops"
local case = ... -- tensors: case.table, .words, .near
local matrix = { "rows", "columns" }

op.register("lookup", {
  outputs = {
    { name = "out", dtype = "float",
      shape = { "count", "columns" } },
  },
  inputs = {
    { name = "table", dtype = "float", shape = matrix },
    { name = "ids", dtype = "int", shape = { "count" } },
  },
  parameters = { { name = "factor", type = "int" } },
  gpu = function(queue, out, table, ids, call)
    local count = call.sizes.count
    local columns = call.sizes.columns
    local kernel = call:kernel("lookup.cl", "lookup")
    queue:enqueue_function(kernel, out, table, ids,
                           count, columns,
                           { global = { columns, count } })
  end,
  gradient = function(call)
    local back = op.get("lookup_back"):with(call.parameters)
    local table, ids = call.inputs[1], call.inputs[2]
    return { back(table, ids, call.gradients[1]) }
  end,
})

-- The gradient of the table: from is that of what lookup
-- gave.
local source = [[
  __kernel void lookup_back(
      __global float *grad,
      __global const int *ids,
      __global const float *from,
      int factor, uint count, uint columns) {
    // Your code here (about four lines).
  }
]]

op.register("lookup_back", {
  outputs = {
    { name = "grad", dtype = "float", shape = matrix },
  },
  inputs = {
    { name = "table", dtype = "float", shape = matrix },
    { name = "ids", dtype = "int", shape = { "count" } },
    { name = "from", dtype = "float",
      shape = { "count", "columns" } },
  },
  parameters = { { name = "factor", type = "int" } },
  gpu = function(queue, grad, table, ids, from, call)
    local count = call.sizes.count
    local columns = call.sizes.columns
    local factor = call.parameters.factor
    local kernel =
      queue:compile_function { source = source }

    -- And here (about three lines).
  end,
})

local lookup =
  op.get("lookup"):with { factor = case.factor }
local types = {}
local inputs = { case.table, case.words, case.near }
for i, input in ipairs(inputs) do
  types[i] = graph.TensorType(input:type(), input:shape())
end
local function pairs_of(table, words, near)
  local product = lookup(table, words) * lookup(table, near)
  local loss = ops.sum(product)
  local gradient = graph.grad(loss, { table })[1]
  return ops.reshape(loss, { 1 }), gradient
end
local g = graph.Graph("pairs", types, pairs_of)

local session = graph.InferenceSession {
  devices = { gpu.DeviceContext() },
}
local model = session:load(g)
local results = model:execute(table.unpack(inputs))
return {
  loss = results[1]:tensor(),
  gradient = results[2]:tensor(),
}

-- It must work for columns = 1 to 100, count
-- = 1 to 100, factor = 1 to 9, rows = 1 to
-- 300; table: -1 to 1 in steps of 0.25;
-- words: 0 to rows - 1; near: 0 to rows - 1.
