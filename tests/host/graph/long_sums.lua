-- Long sums do not lose what is small beside them: 2^24 and one is 2^24 in float, and so is that and one
-- more; of a number of ones only those are lost that share a chunk with the 2^24.
--
--   workbench lua long_sums.lua [emulator|gpu|cpu|device]   kernels are made as for such a device, or for the
--        one that is there; "path" stands for the CPU's path
local check, graph, gpu, ops, tensor = require "check", require "graph", require "gpu", require "ops", require "tensor"

local kind = arg[1]
if kind == "gpu" or kind == "cpu" then check.pretend { gpu = kind == "gpu", checks = false } end
local on_path = kind == "path"
local session = graph.InferenceSession { devices = { on_path and graph.CPU or check.context or gpu.DeviceContext() } }
local COUNT = 1 << 17
local input = tensor.full("float", { COUNT }, 1)
input:set(0, 2.0 ^ 24)

-- Each element of the result is the sum of all numbers, but for so many ones at most.
local function is(name, count, lost, f)
  local result = session:load(graph.Graph(name, { graph.TensorType("float", { COUNT }) }, f)):execute(input)[1]
  local got, good = check.elements(on_path and result or result:tensor()), true
  local all = 2.0 ^ 24 + COUNT - 1
  for i = 1, count do good = good and got[i] >= all - lost and got[i] <= all + 1 end
  check.ok(good and #got == count, name, "got " .. table.concat(got, ", "), "of " .. all)
end

is("a sum of all", 1, 4200, function(x) return ops.sum(x) end)
is("a mean", 1, 4200, function(x) return ops.mean(x) * COUNT end)
is("rows", 2, 4200, function(x) return x:unsqueeze(0):broadcast_to({ 2, COUNT }):sum(1) end)
is("many rows", 33, 4200, function(x) return x:unsqueeze(0):broadcast_to({ 33, COUNT }):sum(1) end)
is("columns", 2, 4200, function(x) return x:unsqueeze(1):broadcast_to({ COUNT, 2 }):sum(0) end)
is("many columns", 40, 4200, function(x) return x:slice(0, COUNT // 8):unsqueeze(1):broadcast_to({ COUNT // 8, 40 }):sum(0) + COUNT // 8 * 7 end)
is("axes that are no neighbours", 3, 4200, function(x) return x:reshape({ COUNT // 4, 1, 4 }):broadcast_to({ COUNT // 4, 3, 4 }):sum { 0, 2 } end)
is("in another order", 3, 4200, function(x)
  return x:reshape({ COUNT // 4, 1, 4 }):broadcast_to({ COUNT // 4, 3, 4 }):permute({ 1, 2, 0 }):sum { 1, 2 }
end)
is("an odd number of elements", 1, 4200, function(x) return x:slice(0, COUNT - 5):sum() + 5 end)
is("a product of a row and a column", 1, 256, function(x) return ops.matmul(x, ops.ones { COUNT }) end)
is("and of few of them", 4, 256, function(x)
  return ops.reshape(ops.matmul(x:unsqueeze(0):broadcast_to { 2, COUNT }, ops.ones { COUNT, 2 }), { 4 })
end)
is("running sums", 1, 4200, function(x) return ops.max(ops.cumsum(x)) end)
is("of lines", 17, 4200, function(x) return ops.max(x:unsqueeze(0):broadcast_to({ 17, COUNT }):cumsum(1), 1) end)
check.done()
