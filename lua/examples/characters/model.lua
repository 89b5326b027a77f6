-- The model of characters.lua and train_characters.lua: from some characters to numbers for the
-- next one, of which softmax makes probabilities. One block as large models have many of:
-- attention, then a layer for each place by itself.
local ops = require "ops"

local model = { CONTEXT = 16 }
local WIDTH, HIDDEN = 24, 64

-- Characters are their places in this text, from 0.
local alphabet = "\n abcdefghijklmnopqrstuvwxyz-,."

function model.encode(text)
  local numbers = {}
  for i = 1, #text do numbers[i] = alphabet:find(text:sub(i, i), 1, true) - 1 end
  return numbers
end

function model.decode(number) return alphabet:sub(number + 1, number + 1) end

-- The parameters, one after the other in a vector.
local parameters = {
  { name = "characters", shape = { #alphabet, WIDTH } },
  { name = "places", shape = { model.CONTEXT, WIDTH } },
  { name = "query", shape = { WIDTH, WIDTH } }, { name = "key", shape = { WIDTH, WIDTH } },
  { name = "value", shape = { WIDTH, WIDTH } }, { name = "joined", shape = { WIDTH, WIDTH } },
  { name = "up", shape = { WIDTH, HIDDEN } }, { name = "up_bias", shape = { 1, HIDDEN } },
  { name = "down", shape = { HIDDEN, WIDTH } },
  { name = "next", shape = { WIDTH, #alphabet } }, { name = "next_bias", shape = { 1, #alphabet } },
}
model.parameters, model.count = parameters, 0
for _, parameter in ipairs(parameters) do
  model.count = model.count + parameter.shape[1] * parameter.shape[2]
end

-- Of a vector, which may be a tensor or a value of a graph: its parts by their names.
function model.split(vector)
  local parts, first = {}, 0
  for _, parameter in ipairs(parameters) do
    local last = first + parameter.shape[1] * parameter.shape[2]
    parts[parameter.name] = vector:slice(first, last):reshape(parameter.shape)
    first = last
  end
  return parts
end

-- characters: int[batch, CONTEXT]. A number for each character of the alphabet to be the next one
-- after each place; or only after the last place, which is all that sampling needs.
function model.logits(p, characters, of_last)
  local x = ops.gather(p.characters, characters) + p.places
  local normal = ops.layer_norm(x)
  local query, key = ops.matmul(normal, p.query), ops.matmul(normal, p.key)
  local seen = ops.attention(query, key, ops.matmul(normal, p.value), { causal = true })
  if of_last then
    x, seen = x:slice(-1, nil, 1), seen:slice(-1, nil, 1)
  end
  x = x + ops.matmul(seen, p.joined)
  x = x + ops.matmul(ops.relu(ops.matmul(ops.layer_norm(x), p.up) + p.up_bias), p.down)
  return ops.matmul(ops.layer_norm(x), p.next) + p.next_bias
end

return model
