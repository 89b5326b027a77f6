-- A network learns which of two spirals a point is on: three layers, the loss, its gradient and the
-- step against it (Adam) are one graph, compiled once and executed for each step of the training.
-- What a step gives is what the next one takes: parameters never leave the device.
local gpu, graph, ops, tensor = require "gpu", require "graph", require "ops", require "tensor"

local EACH, HIDDEN, STEPS, RATE = 40, 12, 45, 0.13

-- Points at the distances 0.3 … 3 from the middle, one turn and a quarter; the second spiral is the
-- first one turned by half.
local points = tensor.build("float", { 2 * EACH, 2 }, function(i, axis)
  local along, spiral = (i // 2) / (EACH - 1), i % 2
  local radius, angle = 0.3 + 2.7 * along, 2.5 * math.pi * along + math.pi * spiral
  return radius * (axis == 0 and math.cos(angle) or math.sin(angle))
end)
local labels = tensor.build("float", { 2 * EACH, 1 }, function(i) return i % 2 end)

-- All parameters are one vector: so one gradient and one step are all that is needed.
local shapes = {
  { 2, HIDDEN }, { 1, HIDDEN }, { HIDDEN, HIDDEN }, { 1, HIDDEN }, { HIDDEN, 1 }, { 1, 1 },
}
local count, initial = 0, {}
for i, shape in ipairs(shapes) do
  local high = shape[1] > 1 and math.sqrt(6 / (shape[1] + shape[2])) or 0
  initial[i] = tensor.random("float", shape[1] * shape[2], i, -high, high)
  count = count + shape[1] * shape[2]
end

-- A point in, a number out: above 0 for the second spiral.
local function network(x, parameters)
  local parts, first = {}, 0
  for i, shape in ipairs(shapes) do
    local last = first + shape[1] * shape[2]
    parts[i] = parameters:slice(first, last):reshape(shape)
    first = last
  end
  local one = ops.tanh(ops.matmul(x, parts[1]) + parts[2])
  local two = ops.tanh(ops.matmul(one, parts[3]) + parts[4])
  return ops.matmul(two, parts[5]) + parts[6]
end

-- Adam (Kingma and Ba, 2015): running means of the gradient and of its square say how far to go.
local function adam(parameters, gradient, mean, square, rate)
  mean = mean * 0.9 + gradient * 0.1
  square = square * 0.99 + gradient * gradient * 0.01
  return parameters - rate * mean / (ops.sqrt(square) + 1e-8), mean, square
end

local T = graph.TensorType
local vector, matrix = T("float", { count }), T("float", { "points", 2 })
local types = { matrix, T("float", { "points", 1 }), T("float", {}), vector, vector, vector }
local training = graph.Graph("training", types, function(x, y, rate, parameters, mean, square)
  local z = network(x, parameters)
  -- -log of the probability of the right spiral: log(1 + exp(z)) is that of the first, and
  -- log(1 + exp(-z)), which is z less, that of the second.
  local loss = ops.mean(ops.softplus(z) - z * y)
  return loss, adam(parameters, graph.grad(loss, { parameters })[1], mean, square, rate)
end)
local answering = graph.Graph("answering", { matrix, vector }, function(x, parameters)
  return ops.greater(network(x, parameters), 0)
end)

local session = graph.InferenceSession { devices = { gpu.DeviceContext() } }
local model = session:load(training)
local parameters = tensor.concat(initial)
local mean, square = tensor.zeros("float", count), tensor.zeros("float", count)
local losses = {}
for step = 1, STEPS do
  -- The running means begin with 0 and are too small at first.
  local rate = tensor.full("float", {}, RATE * math.sqrt(1 - 0.99 ^ step) / (1 - 0.9 ^ step))
  local results = model:execute(points, labels, rate, parameters, mean, square)
  losses[step], parameters, mean, square = results[1]:tensor():at(), table.unpack(results, 2)
end

print "step  loss"
for step = 1, STEPS, 4 do
  print(("%4d  %.2f  %s"):format(step, losses[step], ("#"):rep(math.floor(losses[step] * 60))))
end

-- What it learned, asked of the whole square; o and x are the points that it was taught.
local COLUMNS, ROWS = 45, 23
local square_points = tensor.build("float", { ROWS * COLUMNS, 2 }, function(i, axis)
  if axis == 0 then return (i % COLUMNS) / (COLUMNS - 1) * 6.6 - 3.3 end
  return 3.3 - (i // COLUMNS) / (ROWS - 1) * 6.6
end)
local answering_model = session:load(answering)
local answers = answering_model:execute(square_points, parameters)[1]:tensor()
local cells = {}
for i, second in answers:each() do cells[i] = second ~= 0 and "." or " " end
for i = 0, 2 * EACH - 1 do
  local column = math.floor((points(i, 0) + 3.3) / 6.6 * (COLUMNS - 1) + 0.5)
  local row = math.floor((3.3 - points(i, 1)) / 6.6 * (ROWS - 1) + 0.5)
  cells[row * COLUMNS + column] = i % 2 == 1 and "x" or "o"
end
for row = 0, ROWS - 1 do
  print((table.concat(cells, "", row * COLUMNS, row * COLUMNS + COLUMNS - 1):gsub(" +$", "")))
end
local right = answering_model:execute(points, parameters)[1]:tensor():eq(labels:gt(0)):sum()
print(("%d of %d points are on the right spiral"):format(right, 2 * EACH))
