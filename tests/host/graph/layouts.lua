-- How work is shared on devices of each kind: arrays that are long, transposed, reduced across the memory or
-- to a few elements, and products of matrices with something done to their elements. Fused and unfused give
-- the same bytes, and what the CPU's path gives.
--
--   workbench lua layouts.lua [emulator|gpu|cpu|device] [long]   kernels are made as for such a device, or those
--        for the device, of every third case; long: with the indices of large arrays, of every third case
local check = require "check"
local gpu, graph, ops, tensor = require "gpu", require "graph", require "ops", require "tensor"

local kind = arg[1]
local context = gpu.DeviceContext()
check.context = context
if arg[2] == "long" then require("graph.text").index_type = function() return "long" end end
if kind == "gpu" or kind == "cpu" then check.pretend { gpu = kind == "gpu", checks = false } end

-- The largest difference from the CPU's path, beside the largest element.
local function difference(a, b)
  local x, y = a:astype "double", b:astype "double"
  if x:count() == 0 then return 0 end
  local scale = math.max(y:abs():max(), 1)
  return (x - y):abs():max() / scale
end

local number = 0

local function try(name, shapes, steps, f)
  number = number + 1
  if (kind == "device" or arg[2] == "long") and number % 3 ~= 0 then return end
  local types, inputs = {}, {}
  for i, shape in ipairs(shapes) do
    types[i] = graph.TensorType("float", shape)
    inputs[i] = tensor.random("float", shape, i + #name, -1, 1)
  end
  local g = graph.Graph(name, types, f)
  local model = graph.InferenceSession({ devices = { context } }):load(g)
  local fused = model:execute(table.unpack(inputs))
  local apart = graph.InferenceSession({ devices = { context }, fuses = false, shares_memory = false, queues = 1 })
    :load(g):execute(table.unpack(inputs))
  local expected = graph.InferenceSession({ devices = { graph.CPU } }):load(g):execute(table.unpack(inputs))
  local good = true
  for i, result in ipairs(fused) do
    local t = result:tensor()
    if not t:equal(apart[i]:tensor()) then
      print(("# %s: result %d is not what it is unfused"):format(name, i))
      good = false
    end
    local off = difference(t, expected[i])
    if off > 2e-5 then
      print(("# %s: result %d differs by %g"):format(name, i, off))
      good = false
    end
  end
  local _, found = next(model.programs)
  local count = #found.program.steps
  if steps[kind or "emulator"] and count ~= steps[kind or "emulator"] then
    print(("# %s: it takes %d steps"):format(name, count))
    good = false
  end
  print((good and "ok - " or "not ok - ") .. name)
end

local one = { emulator = 1, gpu = 1, cpu = 1 }
try("a long array", { { (1 << 18) + 77 } }, one, function(x) return x * 2 + 1 end)
try("long rows", { { 3, 90001 }, { 3, 1 } }, one, function(x, y) return x + y end)
try("a long sum", { { 100003 } }, { emulator = 1, gpu = 2, cpu = 2 }, function(x) return x:sum() end)
try("a long maximum of squares", { { 65536 } }, { emulator = 1, gpu = 2, cpu = 2 }, function(x) return (x * x):max() end)
try("sums of three long columns", { { 20011, 3 } }, { emulator = 1, gpu = 2, cpu = 2 }, function(x) return x:sum(0) end)
try("sums along axes in the middle", { { 3, 2, 9001, 2 } }, {}, function(x) return x:sum { 0, 2 }, x:sum { 1, 2 }, x:min { 0, 2, 3 } end)
try("many columns", { { 700, 300 } }, {}, function(x) return x:sum(0), x:mean(0) + 1 end)
try("softmax across the memory", { { 40, 300 } }, one, function(x) return ops.softmax(x, 0) end)
try("a sum of one element, which is made of many", { { 16, 17, 1 } }, one, function(x)
  return ops.sum(ops.min(x, { 0, 1, 2 }, { keep = true }), { 0, 2 }, { keep = true })
end)
try("softmax of rows", { { 33, 500 } }, one, ops.softmax)
try("softmax, with rows turned round", { { 30, 30 } }, one, function(x) return ops.softmax(x):flip(1) end)
try("softmax, transposed", { { 30, 30 } }, {}, function(x) return ops.softmax(x):transpose() end)
try("softmax, with rows in another order", { { 30, 30 } }, one, function(x) return ops.softmax(x):flip(0) end)
try("places of the greatest", { { 20, 300 } }, {}, function(x) return x:argmax(1), x:argmin(0) end)
try("layer normalization", { { 18, 300 }, { 300 }, { 300 } }, one, function(x, w, b) return ops.layer_norm(x, w, b) end)
try("a product of matrices with two results", { { 33, 20 }, { 20, 70 }, { 70 } }, one, function(x, w, b)
  local y = ops.matmul(x, w) + b
  return y, ops.maximum(y, 0)
end)
try("rows with what they are made of", { { 40, 300 } }, {}, function(x)
  local y = x * 2
  return y - y:sum(1, { keep = true }), y + 1, y, ops.softmax(y)
end)
try("two results, transposed", { { 90, 70 } }, one, function(x) local y = x:transpose() + 1 return y * 2, y end)
try("one long row alone", { { 1, 70000 } }, {}, ops.softmax)
try("a transposed matrix", { { 70, 45 } }, one, function(x) return x:transpose() + 1 end)
try("transposed matrices", { { 5, 64, 33 }, { 5, 33, 64 } }, one, function(x, y) return x:transpose() * y end)
try("three axes in another order", { { 33, 40, 34 } }, one, function(x) return x:permute { 2, 0, 1 } end)
try("a product with a bias and the greater of each and 0", { { 5, 7, 13 }, { 11, 13 }, { 11 } }, one, function(x, w, b)
  return ops.relu(ops.linear(x, w, b))
end)
try("a product with a function", { { 9, 13 }, { 11, 13 } }, { emulator = 1, gpu = 1, cpu = 2 }, function(x, w)
  return ops.gelu(ops.linear(x, w))
end)
try("a row that is needed in a branch", { { 12, 100 } }, {}, function(x) return ops.concat({ x, x:sum(1, { keep = true }) }, 1) end)
