-- An operation of one's own in a graph: operations/add_one.lua says in one line what happens to an
-- element. The graph takes it by its name, from the folder that is named in custom_extensions.
local gpu, graph, ops, tensor = require "gpu", require "graph", require "ops", require "tensor"

local x = tensor.random("float", { 5, 10 }, 42)
local addition = graph.Graph("addition", { graph.TensorType("float", { 5, 10 }) }, function(x)
  return ops.custom { name = "add_one", values = { x }, out_types = { x.type } }[1]
end, { custom_extensions = { "operations" } })

local session = graph.InferenceSession { devices = { gpu.DeviceContext() } }
local result = session:load(addition):execute(x)[1]:tensor()
local expected = x + 1

local function print_matrix(title, matrix)
  print(title)
  for row = 0, matrix:size(0) - 1 do
    local line = {}
    for column = 0, matrix:size(1) - 1 do
      line[column + 1] = ("%.4f"):format(matrix(row, column))
    end
    print("  " .. table.concat(line, " "))
  end
end
print_matrix("graph result:", result)
print_matrix("expected result:", expected)
print("equal:", result:equal(expected))
