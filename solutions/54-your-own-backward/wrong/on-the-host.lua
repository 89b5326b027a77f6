-- expect: wrong-answer
-- why: The host computes the gradient; the graph is executed for show.
local gpu, graph = require "gpu", require "graph"
local op, ops = require "op", require "ops"
local case = ...  -- case.table, case.words, case.near: tensors

-- The operation, and its gradient.
op.register("lookup", {
  outputs = { { name = "out", dtype = "float", shape = { "count", "columns" } } },
  inputs = {
    { name = "table", dtype = "float", shape = { "rows", "columns" } },
    { name = "ids", dtype = "int", shape = { "count" } },
  },
  parameters = { { name = "factor", type = "int" } },
  gpu = function(queue, out, table, ids, call)
    local count, columns = call.sizes.count, call.sizes.columns
    local kernel = call:kernel("lookup.cl", "lookup")
    queue:enqueue_function(kernel, out, table, ids, count, columns,
                           { global = { columns, count } })
  end,
  gradient = function(call)
    local back = op.get("lookup_back"):with(call.parameters)
    return { back(call.inputs[1], call.inputs[2], call.gradients[1]) }
  end,
})

local source = [[
  __kernel void lookup_back(__global float *grad, __global const int *ids,
                            __global const float *from, int factor,
                            uint count, uint columns) {
    size_t column = get_global_id(0);
    if (column >= columns) return;
    for (uint i = 0; i < count; i++)
      grad[ids[i] * columns + column] += factor * from[i * columns + column];
  }
]]

op.register("lookup_back", {
  outputs = { { name = "grad", dtype = "float", shape = { "rows", "columns" } } },
  inputs = {
    { name = "table", dtype = "float", shape = { "rows", "columns" } },
    { name = "ids", dtype = "int", shape = { "count" } },
    { name = "from", dtype = "float", shape = { "count", "columns" } },
  },
  parameters = { { name = "factor", type = "int" } },
  gpu = function(queue, grad, table, ids, from, call)
    local count, columns = call.sizes.count, call.sizes.columns
    local factor = call.parameters.factor
    local kernel = queue:compile_function { source = source }
    queue:enqueue_memset(grad, 0)
    queue:enqueue_function(kernel, grad, ids, from, factor, count, columns,
                           { global = columns })
  end,
})

local lookup = op.get("lookup"):with { factor = case.factor }
local types = {}
for i, input in ipairs { case.table, case.words, case.near } do
  types[i] = graph.TensorType(input:type(), input:shape())
end
local g = graph.Graph("pairs", types, function(table, words, near)
  local loss = ops.sum(lookup(table, words) * lookup(table, near))
  return ops.reshape(loss, { 1 }), graph.grad(loss, { table })[1]
end)

local session = graph.InferenceSession { devices = { gpu.DeviceContext() } }
local results = session:load(g):execute(case.table, case.words, case.near)
results[2]:tensor()
local tensor = require "tensor"
local sums = tensor.zeros("float", case.table:shape())
for i, word in case.words:each() do
  local near = case.near(i)
  for column = 0, case.table:shape()[2] - 1 do
    local square = case.factor * case.factor
    local a, b = case.table(word, column), case.table(near, column)
    sums:set(word, column, sums(word, column) + square * b)
    sums:set(near, column, sums(near, column) + square * a)
  end
end
return { loss = results[1]:tensor(), gradient = sums }
