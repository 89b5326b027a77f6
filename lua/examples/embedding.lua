-- An embedding is a table with a row for each word: looking up is a gather of rows. Its gradient
-- goes the other way, a scatter_add: rows that were looked up several times get all the gradients,
-- added up.
local gpu, graph, ops, tensor = require "gpu", require "graph", require "ops", require "tensor"

local WORDS, WIDTH = 6, 3
local names = { "barrier", "kernel", "work-item", "group", "queue", "buffer" }

local types = { graph.TensorType("float", { WORDS, WIDTH }), graph.TensorType("int", { "length" }) }
local g = graph.Graph("embedding", types, function(words, sentence)
  local rows = ops.gather(words, sentence)
  return rows, graph.grad(rows:sum(), { words })[1]
end)
local model = graph.InferenceSession({ devices = { gpu.DeviceContext() } }):load(g)

local words = tensor.build("float", { WORDS, WIDTH }, function(i, j) return 10 * i + j end)
local sentence = tensor.from("int", { 2, 1, 2, 3, 2 })
local results = model:execute(words, sentence)
local rows, gradient = results[1]:tensor(), results[2]:tensor()

print(rows)
for place, word in sentence:each() do
  print(("place %d: %-9s"):format(place, names[word + 1]), rows:pick(place))
  assert(rows:pick(place):equal(words:pick(word)))
end

print "the gradient of the sum, which counts how often each word was there:"
for word = 0, WORDS - 1 do print(("  %-9s"):format(names[word + 1]), gradient:pick(word)) end
