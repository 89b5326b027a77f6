-- The kernels of lua/graph/library against loops in plain Lua, in every variant. Prints one line for
-- each test, "ok NAME" or "not ok NAME: …"; library.t counts them.
--
--   workbench lua tests/host/graph/library_test.lua --device DEVICE
local gpu = require "gpu"
local tensor = require "tensor"

local ctx = gpu.DeviceContext()

-- ---- running steps --------------------------------------------------------------------------

-- Runs a step: inputs are tensors, outputs lists of type and count. Gives the outputs' tensors.
local function run(step, inputs, outputs)
  local buffers = { input = {}, output = {}, scratch = {} }
  for i, input in ipairs(inputs) do
    buffers.input[i] = ctx:enqueue_create_buffer(input:type(), input:count())
    ctx:enqueue_copy { src = input, dst = buffers.input[i] }
  end
  for i, output in ipairs(outputs) do
    buffers.output[i] = ctx:enqueue_create_buffer(output[1], output[2])
  end
  for i, scratch in ipairs(step.scratch) do
    buffers.scratch[i] = ctx:enqueue_create_buffer(scratch.dtype, scratch.count)
  end
  for _, launch in ipairs(step.launches) do
    local kernel = ctx:compile_function({ source = launch.source, name = launch.name }, launch.name)
    local arguments = {}
    for i, argument in ipairs(launch.arguments) do
      local kind, value = next(argument)
      arguments[i] = buffers[kind] and assert(buffers[kind][value]) or value
    end
    arguments[#arguments + 1] = launch.sizes
    ctx:enqueue_function(kernel, table.unpack(arguments))
  end
  local results = {}
  for i, output in ipairs(buffers.output) do results[i] = output:tensor() end
  return table.unpack(results)
end

-- A device that says of itself what `changes` says.
local function device(changes)
  local description = {}
  for key, value in pairs(ctx:device()) do description[key] = value end
  for key, value in pairs(changes) do description[key] = value end
  return description
end

-- ---- telling --------------------------------------------------------------------------------

local function test(name, f)
  local ok, message = xpcall(f, function(e) return tostring(e):gsub("\n", " ") .. "" end)
  print(ok and "ok " .. name or "not ok " .. name .. ": " .. message)
end

-- Elements of a tensor as a list that counts from 0.
local function list(t)
  local elements = {}
  for i, value in t:each() do elements[i] = value end
  return elements
end

local function same(got, expected, what)
  local same_value = got == expected or got ~= got and expected ~= expected
  if not same_value then error(("%s is %s, not %s"):format(what, got, expected), 2) end
end

return {
  ctx = ctx, gpu = gpu, tensor = tensor, run = run, device = device, test = test, list = list, same = same,
}
