-- Operations of a folder and of a package, called with tensors and with buffers (lua/op.lua).
-- The argument is the library.
local check = require "check"
local gpu = require "gpu"
local found_in = require "graph.libraries"
local op = require "op"
local tensor = require "tensor"

local fails = check.fails
local path = arg[1]
local lib = op.CustomOpLibrary(path)
check.is(tostring(lib), ("CustomOpLibrary %s: blend, conv1d, scale"):format(path), "a library names its operations")
local names = {}
for name, operation in pairs(lib) do names[#names + 1] = name .. " " .. tostring(operation) end
check.is(table.concat(names, ", "), "blend operation blend, conv1d operation conv1d, scale operation scale", "pairs goes over them")

local public = {}
for name in pairs(op) do public[#public + 1] = name end
table.sort(public)
check.is(table.concat(public, " "), "Array CustomOpLibrary get register", "op has what scripts call, and no more")

local ctx = gpu.DeviceContext()
local function device(elements)
  local buffer = ctx:enqueue_create_buffer(elements:type(), elements:count())
  ctx:enqueue_copy { src = elements, dst = buffer }
  return buffer
end
local x, taps = tensor.range("float", { 15 }), tensor.range("float", { 4 })
local wanted = x:conv1d(taps)
local input, kernel = device(x), device(taps)
local out = ctx:enqueue_create_buffer("float", 15)
local conv1d = lib.conv1d:with { input_size = 15 }
conv1d(out, input, kernel)
check.ok(out:tensor():equal(wanted), "a kernel gets parameters as macros", tostring(out:tensor()))
conv1d(op.Array(out, { 15 }), op.Array(input, { 15 }), kernel)
check.ok(out:tensor():equal(wanted), "arrays are buffers with a shape")
lib.conv1d:with { input_size = 15, conv_size = 2 }(out, input, kernel:create_sub_buffer("float", 0, 2))
check.ok(out:tensor():equal(x:conv1d(taps:slice(0, 2))), "other values of parameters are another kernel")
local whole = device(x:astype("int"))
local sums = ctx:enqueue_create_buffer("int", 15)
conv1d(sums, whole, device(taps:astype("int")))
check.ok(sums:tensor():equal(wanted:astype("int")), "types of arguments are macros, too")

local y = tensor.zeros("float", { 3 })
lib.scale(y, tensor.range("float", { 3 }))
check.is(tostring(y), "float[3]{0, 2, 4}", "tensors go to the CPU's function")
lib.scale(y, y)
check.is(tostring(y), "float[3]{0, 4, 8}", "in place, where the declaration says so")
lib.scale:with { by = 3 }(out, input)
check.ok(out:tensor():equal(x * 3), "buffers go to the device's")

fails(function() return lib.conv2d end, ("there is no operation 'conv2d' in %s; did you mean 'conv1d'?"):format(path))
fails(function() lib.other = 1 end, ("an operation is registered in a file of %s, and not assigned ('other')"):format(path))
fails(function() lib.conv1d(x, x, taps) end, "conv1d: the parameter 'input_size' (int) has no value, and no default")
fails(function() conv1d(x, x, taps) end, "conv1d: unsupported target: cpu")
fails(function() conv1d(out, input) end, "conv1d: 3 arguments are needed (out, input, kernel), and here are 2")
fails(function() conv1d(out, x, kernel) end,
  "conv1d: 'input' is for the target cpu, and the arguments before it for gpu: tensors and buffers do not mix")
fails(function() conv1d(out, 3, kernel) end, "conv1d: 'input' is a number, and must be a tensor, or a buffer of a device")
fails(function() conv1d(out, ctx:enqueue_create_host_buffer("float", 15), kernel) end,
  "conv1d: 'input' is a buffer of the host: copy it to one of a device")
fails(function() conv1d(out, out, kernel) end,
  "conv1d: the output 'out' is also the input 'input', and its declaration does not say in_place = true")
fails(function() conv1d(out, input, op.Array(kernel, { 2, 2 })) end,
  "conv1d: argument 'kernel' has shape [2, 2], but its declaration needs [k]")
fails(function() conv1d(out, input, whole) end,
  "conv1d: argument 'kernel' is int[15], but its declaration needs the type of 'input', which is float")
fails(function() return lib.conv1d:with { conv_siz = 2 } end, "conv1d: there is no parameter 'conv_siz'; did you mean 'conv_size'?")
fails(function() op.CustomOpLibrary(3) end, "CustomOpLibrary: the name of a folder or of a package is needed, not a number")
fails(function() op.Array(x, { 3 }) end, "op.Array: the first argument is a buffer of a device, not a userdata")
fails(function() op.Array(out, { 4, 4 }) end, "op.Array: the shape [4, 4] has 16 elements, and the buffer 15")
fails(function() op.Array(out, { 2.5 }) end, "op.Array: the shape's size 1 is 2.5, and is a whole number from 0")
fails(function() op.Array(out, { 3 }, "int") end, "op.Array: the buffer's elements are float, not int")
check.is(table.concat(op.Array(out, { 3, 5 }):shape(), " "), "3 5", "an array knows its shape")

-- foreach and graph, which are one function for both targets
local a, b = tensor.random("float", { 3, 4 }, 1, -8, 8), tensor.random("float", { 3, 4 }, 2, -8, 8)
local blended, over = tensor.zeros("float", { 3, 4 }), tensor.zeros("uchar", { 3, 4 })
lib.blend(blended, over, a, b)
check.ok(blended:equal(a + (b - a) * 0.25), "foreach computes on the CPU")
check.ok(over:equal((a + (b - a) * 0.25):gt(2):astype "uchar"), "and each output has its type")
local device_blended, device_over = ctx:enqueue_create_buffer("float", 12), ctx:enqueue_create_buffer("uchar", 12)
lib.blend(op.Array(device_blended, { 3, 4 }), op.Array(device_over, { 3, 4 }), op.Array(device(a), { 3, 4 }), op.Array(device(b), { 3, 4 }))
check.ok(device_blended:tensor({ 3, 4 }):equal(blended), "as it does on a device")
check.ok(device_over:tensor({ 3, 4 }):equal(over), "for all outputs")
lib.blend:with { share = 0.5 }(blended, over, a, b)
check.ok(blended:equal(a + (b - a) * 0.5), "with other values of parameters")
local i = tensor.range("int", { 5 })
local whole_out = tensor.zeros("int", { 5 })
lib.blend:with { share = 0.5 }(whole_out, tensor.zeros("uchar", { 5 }), i, i * 4)
check.is(tostring(whole_out), "int[5]{0, 2, 5, 7, 10}", "types are converted as C does")
fails(function() lib.blend(blended, over, a, b:slice(0, 2)) end,
  "blend: argument 'y' has shape [2, 4], but its declaration needs that of 'x', which is [3, 4]")
op.register("double", { outputs = { "out" }, inputs = { "x" }, foreach = "out = x * 2", in_place = true })
local doubled, on_device = tensor.range("int", { 3 }), device(tensor.range("int", { 3 }))
op.get "double"(doubled, doubled)
check.is(tostring(doubled), "int[3]{0, 2, 4}", "in place, too")
op.get "double"(on_device, on_device)
check.is(tostring(on_device:tensor()), "int[3]{0, 2, 4}", "on a device as well")
op.register("normalize", {
  outputs = { { name = "out", dtype = "float", shape = { "n" } } },
  inputs = { { name = "x", dtype = "float", shape = { "n" } } },
  graph = function(x) return x - x:mean() end,
})
local centred = tensor.zeros("float", { 4 })
op.get "normalize"(centred, tensor.range("float", { 4 }))
check.is(tostring(centred), "float[4]{-1.5, -0.5, 0.5, 1.5}", "graph is made of other operations")
op.register("pair", { outputs = { "p", "q" }, inputs = { "x" }, foreach = function(x) return x end })
fails(function() op.get "pair"(centred, blended:reshape { 12 }:slice(0, 4), a:reshape { 12 }:slice(0, 4)) end,
  "pair: its function returns 1 value, and it has 2 outputs")
fails(function() op.register("lost", { outputs = { "p" }, inputs = { "x" }, foreach = "q = x" }) end,
  "foreach 'lost': the output 'p' is never assigned")

-- What scripts register themselves, and where graphs look
op.register("mine", { outputs = { "out" }, inputs = { "x" }, cpu = function(out, a, call)
  out:set(0, a(0) + 1)
  fails(function() call:kernel("mine.cl") end, "mine: call:kernel is for the gpu function alone")
end })
local one = tensor.zeros("int", { 1 })
op.get "mine"(one, tensor.full("int", { 1 }, 6))
check.is(one(0), 7, "a script registers operations of its own")
local libraries = found_in.list { path, lib }
check.ok(libraries[1] == libraries[2], "a library is opened once")
check.is(found_in.find("scale", libraries).name, "scale", "graphs find operations in libraries")
check.is(found_in.find("mine", libraries).name, "mine", "and those of the script")
fails(function() found_in.find("scael", libraries) end, "there is no operation 'scael'; did you mean 'scale'?")
fails(function() found_in.find("convolve", {}) end, "there is no operation 'convolve'; there are double, mine, normalize, pair")
local call = require("graph.operation").infer(found_in.find("conv1d", libraries), { { dtype = "int", shape = { 7 } }, { dtype = "int", shape = { 2 } } }, { input_size = 7 })
check.is(call.outputs[1].dtype .. call.outputs[1].shape[1], "int7", "and infer what they give")
ctx:synchronize()
check.finish()
