-- Trains the model of characters.lua, and writes its parameters: characters/weights.npy was made by
--
--   workbench lua train_characters.lua --device opencl -- 6000 weights.npy
--
-- Without arguments it takes a few steps, for one to see that the loss goes down. The loss is the
-- mean of -log of the probability that the right character got: log(31) = 3.43 for one who guesses.
package.path = (arg[0]:match "^.*/" or "") .. "?.lua;" .. package.path
local gpu, graph, ops, tensor = require "gpu", require "graph", require "ops", require "tensor"
local model = require "characters.model"

local STEPS, FILE = tonumber(arg[1] or 4), arg[2]
local BATCH, RATE = 8, 0.01
local CONTEXT = model.CONTEXT
local text = model.encode(require "characters.text")

local function adam(parameters, gradient, mean, square, rate)
  mean = mean * 0.9 + gradient * 0.1
  square = square * 0.99 + gradient * gradient * 0.01
  return parameters - rate * mean / (ops.sqrt(square) + 1e-8), mean, square
end

local T = graph.TensorType
local vector, characters = T("float", { model.count }), T("int", { BATCH, CONTEXT })
local types = { characters, characters, T("float", {}), vector, vector, vector }
local function build(before, after, rate, parameters, mean, square)
  local logits = model.logits(model.split(parameters), before)
  local count = BATCH * CONTEXT
  local loss = ops.cross_entropy(logits:reshape { count, -1 }, after:reshape { count })
  return loss, adam(parameters, graph.grad(loss, { parameters })[1], mean, square, rate)
end
local session = graph.InferenceSession { devices = { gpu.DeviceContext() } }
local step_model = session:load(graph.Graph("training", types, build))

-- Pieces of the text from anywhere, and the same one character later. The generator is our own, so
-- that it is the same everywhere.
local seed = 1
local function random_below(n)
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed // 65536 % n
end
local function random_pieces()
  local before, after = {}, {}
  for i = 1, BATCH do
    local first = random_below(#text - CONTEXT) + 1
    before[i] = table.move(text, first, first + CONTEXT - 1, 1, {})
    after[i] = table.move(text, first + 1, first + CONTEXT, 1, {})
  end
  return tensor.from("int", before), tensor.from("int", after)
end

local initial = {}
for i, parameter in ipairs(model.parameters) do
  local rows, columns = table.unpack(parameter.shape)
  local high = rows > 1 and math.sqrt(6 / (rows + columns)) or 0
  initial[i] = tensor.random("float", rows * columns, i, -high, high)
end
local parameters = tensor.concat(initial)
local mean, square = tensor.zeros("float", model.count), tensor.zeros("float", model.count)

for step = 1, STEPS do
  local rate = RATE * (1 - step / (STEPS + 1)) * math.sqrt(1 - 0.99 ^ step) / (1 - 0.9 ^ step)
  local before, after = random_pieces()
  rate = tensor.full("float", {}, rate)
  local results = step_model:execute(before, after, rate, parameters, mean, square)
  parameters, mean, square = table.unpack(results, 2)
  if step % math.max(STEPS // 20, 1) == 0 then
    print(("step %4d  loss %.2f"):format(step, results[1]:tensor():at()))
  end
end
if FILE then gpu.save(FILE, parameters:tensor()) end
