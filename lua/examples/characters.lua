-- A model that writes, character by character: it gets the last 16 characters, gives a probability
-- to each character to be the next, and one of them is drawn. Several lines are written at once,
-- each a row of a batch. The parameters are those that train_characters.lua found, 7,000 numbers.
local folder = arg[0]:match "^.*/" or ""
package.path = folder .. "?.lua;" .. package.path
local gpu, graph, ops, tensor = require "gpu", require "graph", require "ops", require "tensor"
local model = require "characters.model"

local LINES, LONGEST, TEMPERATURE = 4, 48, 0.5
local seed = tonumber(arg[1] or 83)

-- Weights are inputs that a graph gets once, when it is loaded. Below 1 the temperature makes
-- likely characters likelier.
local shape = { LINES, model.CONTEXT }
local g = graph.Graph("characters", { graph.TensorType("int", shape) }, function(characters)
  local weights = {}
  for _, parameter in ipairs(model.parameters) do
    weights[parameter.name] = graph.Weight(parameter.name, "float", parameter.shape)
  end
  local logits = model.logits(weights, characters, true)
  return ops.softmax(logits:reshape { LINES, -1 } / TEMPERATURE)
end)
local weights = model.split(gpu.load(folder .. "characters/weights.npy"))
local session = graph.InferenceSession { devices = { gpu.DeviceContext() } }
local loaded = session:load(g, { weights = weights })

-- The generator is our own, so that it draws the same everywhere.
local function random()
  seed = (seed * 1103515245 + 12345) % 2147483648
  return (seed // 65536) / 32768
end

-- The place in a row of probabilities that the random number falls on.
local function draw(probabilities, row)
  local left, last = random(), probabilities:size(1) - 1
  for character = 0, last do
    left = left - probabilities(row, character)
    if left < 0 then return character end
  end
  return last
end

-- All lines begin after the same sentence.
local beginning = model.encode "on of each row.\n"
local texts, contexts, writing = {}, {}, LINES
for line = 1, LINES do
  texts[line], contexts[line] = {}, { table.unpack(beginning) }
end
while writing > 0 do
  local probabilities = loaded:execute(tensor.from("int", contexts))[1]:tensor()
  for line = 1, LINES do
    local context, text = contexts[line], texts[line]
    local character = draw(probabilities, line - 1)
    table.remove(context, 1)
    context[#context + 1] = character
    if not text.ended then text[#text + 1] = model.decode(character) end
    if not text.ended and (text[#text] == "\n" or #text == LONGEST) then
      text.ended, writing = true, writing - 1
    end
  end
end
for _, text in ipairs(texts) do print((table.concat(text):gsub("\n", ""))) end
