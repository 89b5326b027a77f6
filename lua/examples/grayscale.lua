-- A picture without its colours, three ways: by a kernel of one's own, by an expression for each
-- element, and by operations that every graph has: mul, broadcast, sum and squeeze. The compiler
-- makes one kernel of the last four, which reads the picture once, as the first does.
local gpu, graph, ops, tensor = require "gpu", require "graph", require "ops", require "tensor"

local HEIGHT, WIDTH = 12, 32
-- Red grows to the right, green downwards; in the middle is a blue disc, which is nearly black.
local picture = tensor.build("float", { HEIGHT, WIDTH, 3 }, function(y, x, channel)
  local in_disc = (x - 15.5) ^ 2 / 4 + (y - 5.5) ^ 2 < 12
  if in_disc then return channel == 2 and 250 or 0 end
  return channel == 0 and x * 8 or channel == 1 and y * 20 or 0
end)
local image = graph.TensorType("float", { "height", "width", 3 })
local extensions = { custom_extensions = { "operations" } }

local function by_kernel(pixels)
  local gray = graph.TensorType("float", { pixels.shape[1], pixels.shape[2] })
  return ops.custom { name = "grayscale", values = { pixels }, out_types = { gray } }[1]
end

local function by_expression(pixels)
  local planes = {}
  for channel = 0, 2 do planes[channel + 1] = pixels:slice(channel, channel + 1, 2):squeeze(2) end
  local gray = planes[1].type
  return ops.custom { name = "grayscale_planes", values = planes, out_types = { gray } }[1]
end

local function by_operations(pixels)
  local weights = ops.constant { 0.21, 0.71, 0.07 }
  local weighted = ops.mul(pixels, ops.broadcast_to(weights, pixels.shape))
  return ops.squeeze(ops.sum(weighted, 2, { keep = true }), 2)
end

local session = graph.InferenceSession { devices = { gpu.DeviceContext() } }
local results = {}
local function run(name, way)
  local model = session:load(graph.Graph("grayscale", { image }, way, extensions))
  local gray = model:execute(picture)[1]:tensor()
  results[#results + 1] = gray
  local explanation = model:explain()
  local same = (gray - results[1]):abs():max() < 1e-3
  print(("%-14s kernels: %d, bytes moved: %5d, the same: %s"):format(name, #explanation.kernels,
    explanation.bytes_moved, same))
end
run("by a kernel", by_kernel)
run("by expression", by_expression)
run("by operations", by_operations)

local shades = " .:-=+*#%@"
for y = 0, HEIGHT - 1 do
  local row = {}
  for x = 0, WIDTH - 1 do
    local level = math.floor(results[1](y, x) / 256 * 10) + 1
    row[x + 1] = shades:sub(level, level)
  end
  print((table.concat(row):gsub(" +$", "")))
end
