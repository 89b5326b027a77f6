-- Graphs: computations that are described first, compiled once, and run many times.
-- docs/graphs.md is the manual.
--
--   local graph, ops, gpu = require "graph", require "ops", require "gpu"
--   local g = graph.Graph("scale", { graph.TensorType("float", { "n" }) }, function(x) return x * 2 end)
--   local session = graph.InferenceSession { devices = { gpu.DeviceContext() } }
--   local model = session:load(g)
--   print(model:execute(x)[1])
local array = require "graph.array"
local dim = require "graph.dim"
local inference = require "graph.inference"
local libraries = require "graph.libraries"
local model = require "graph.model"
local native = require "graph.native"
local nearest = require "graph.nearest"
local sources = require "graph.sources"
local value = require "graph.value"
require "ops"

local graph = {}

---The device on which every operation is its CPU path, on tensors.
graph.CPU = model.CPU

-- Sorted.
local function names_of(list)
  local names = {}
  for name in pairs(list) do names[#names + 1] = name end
  table.sort(names)
  return names
end

-- Types

local TensorType = { __name = "TensorType" }
TensorType.__index = TensorType
TensorType.__tostring = function(t) return ("TensorType(%s, %s)"):format(t.dtype, value.shape_text(t.shape)) end
TensorType.__eq = function(a, b) return tostring(a) == tostring(b) end

---A type and a shape. A size may be a name, which stands for the same size everywhere, and is known
---when the graph is executed.
---@param dtype string
---@param shape table
function graph.TensorType(dtype, shape)
  if not value.is_dtype(dtype) then native.fail("TensorType: " .. value.no_dtype(dtype)) end
  if type(shape) ~= "table" then native.fail("TensorType: a shape is a list, as { 2, 3 }") end
  local sizes = {}
  for axis, size in ipairs(shape) do
    if type(size) == "string" then
      local good = size:match "^[%a_][%w_]*$"
      if not good then native.fail(("TensorType: '%s' is no name of a size"):format(size)) end
      size = dim.symbol(size)
    elseif not dim.is(size) and (math.type(size) ~= "integer" or size < 0) then
      native.fail(("TensorType: the size of axis %d cannot be %s"):format(axis - 1, tostring(size)))
    end
    sizes[axis] = size
  end
  value.check_size("TensorType", dtype, sizes)
  return setmetatable({ dtype = dtype, shape = sizes }, TensorType)
end

local function check_type(t, what)
  if getmetatable(t) ~= TensorType then native.fail(what .. " must be a graph.TensorType") end
  return t
end

-- x.type is the type of a value.
local methods = value.methods
value.metatable.__index = function(v, name)
  if name == "type" then return setmetatable({ dtype = v.dtype, shape = v.shape }, TensorType) end
  local method = methods[name]
  if math.type(name) then
    value.fail(("a value has no elements yet: x:slice(%d, %d) is a part of it"):format(name, name + 1))
  elseif method == nil and type(name) == "string" then
    local names = names_of(methods)
    for _, field in ipairs { "dtype", "shape", "type" } do names[#names + 1] = field end
    local near = nearest(name, names)
    native.fail(("a value of a graph has no '%s'%s"):format(name, near and ("; did you mean '%s'?"):format(near) or ""))
  end
  return method
end

-- Graphs

local Graph = { __name = "graph" }
Graph.__index = Graph
local function counted(count, what) return ("%d %s%s"):format(count, what, count == 1 and "" or "s") end
Graph.__tostring = function(g)
  return ("Graph %s: %s, %s"):format(g.name, counted(#g.inputs, "input"), counted(#g.outputs, "output"))
end

---A value that a model is loaded with: session:load(g, { weights = { name = tensor } }).
---@param name string
---@param dtype string
---@param shape integer[]
function graph.Weight(name, dtype, shape)
  local t = check_type(graph.TensorType(dtype, shape), "Weight")
  local builder = value.builder()
  local attributes = { name = name, dtype = dtype, shape = t.shape }
  local made = value.new(sources.weight, {}, attributes, dtype, t.shape)
  local before = builder.weights[name]
  if before and before ~= made then native.fail(("Weight: '%s' is there twice, with other types"):format(name)) end
  builder.weights[name] = made
  return made
end

local function take_outputs(name, ...)
  local outputs, count = { ... }, select("#", ...)
  if count == 1 and type(outputs[1]) == "table" and not value.is(outputs[1]) then outputs, count = outputs[1], #outputs[1] end
  if count == 0 then native.fail(("graph '%s': its function returns no value"):format(name)) end
  for i = 1, count do
    if not value.is(outputs[i]) then
      native.fail(("graph '%s': result %d is %s, and must be a value of the graph"):format(name, i, type(outputs[i])))
    end
  end
  return outputs
end

---@param name string
---@param types table[] # graph.TensorType of each input
---@param f fun(...): ... # gets a value for each input, returns values or a list of them
---@param options? { custom_extensions?: string[] } # folders of operations, or packages
function graph.Graph(name, types, f, options)
  if type(name) ~= "string" then native.fail("Graph: the first argument is a name") end
  if type(types) ~= "table" or type(f) ~= "function" then
    native.fail("Graph: the arguments are a name, a list of types, and a function")
  end
  local builder = value.build()
  builder.weights = {}
  -- Opened here: a path is one beside the script, and not beside the file of an operation.
  builder.libraries = libraries.list(options and options.custom_extensions)
  local self = setmetatable({ name = name, inputs = {}, types = types, builder = builder }, Graph)
  local names = native.names(f)
  self.outputs = value.within(builder, function()
    for i, t in ipairs(types) do
      check_type(t, ("graph '%s': input %d"):format(name, i))
      local attributes = { number = i, name = names[i], dtype = t.dtype, shape = t.shape }
      self.inputs[i] = value.new(sources.input, {}, attributes, inference.of(sources.input, {}, attributes))
    end
    return take_outputs(name, native.call(f, table.unpack(self.inputs)))
  end)
  self.weights = builder.weights
  return self
end

---The gradients of a value with one element, one for each value of the list; within a graph's
---function.
---@param loss table
---@param values table[]
---@return table[]
function graph.grad(loss, values) return require("graph.gradient").of(loss, values) end

---@param given any
function graph.is(given) return getmetatable(given) == Graph end

-- What is run once, and compiled for each kind of arguments once: for operations outside of a graph.

local function is_tensor(given) return require("tensor").is(given) end

local function key_of(given)
  if is_tensor(given) then return given:type() .. value.shape_text(given:shape()) end
  if array.is(given) then return given:type() .. value.shape_text(given:shape()) end
  return given:type() .. "[" .. #given .. "]"
end

-- On which device what is given lies.
local function device_of(given)
  return is_tensor(given) and graph.CPU or array.is(given) and given.context or given:context()
end

local function compile(f, device, inputs)
  local types = {}
  for i, given in ipairs(inputs) do
    local shape = (is_tensor(given) or array.is(given)) and given:shape() or { #given }
    types[i] = graph.TensorType(given:type(), shape)
  end
  return graph.InferenceSession({ devices = { device } }):load(graph.Graph("operation", types, f))
end

---Computes the values that f gives of the inputs, into the outputs: tensors on the CPU, arrays or
---buffers on their device.
---@param f fun(...): ...
---@param outputs table[]
---@param inputs table[]
---@param cache table # of graph/recent.lua: models, by device, of earlier calls
---@param name string # of f: with the same one it gives the same
function graph.run(f, outputs, inputs, cache, name)
  local device, key = device_of(outputs[1]), { name }
  for _, given in ipairs(inputs) do key[#key + 1] = key_of(given) end
  for _, given in ipairs(outputs) do key[#key + 1] = key_of(given) end
  key = table.concat(key, ";")
  local models = cache:get(key) or {}
  if not models[device] then
    models[device] = compile(f, device, inputs)
    cache:put(key, models)
  end
  models[device]:execute_into(outputs, table.unpack(inputs))
end

---The same, where all calls with this cache have the same types and shapes.
---@param f fun(...): ...
---@param outputs table[]
---@param inputs table[]
---@param cache table # models, by device
function graph.run_again(f, outputs, inputs, cache)
  local device = device_of(outputs[1])
  cache[device] = cache[device] or compile(f, device, inputs)
  cache[device]:execute_into(outputs, table.unpack(inputs))
end

-- Sessions

local Session = { __name = "session" }
Session.__index = Session

---@class graph.SessionOptions: graph.Options
---@field devices table[] # one: a gpu.DeviceContext, or graph.CPU

local options_known = { devices = true, fuses = true, shares_memory = true, queues = true }

---@param options graph.SessionOptions
function graph.InferenceSession(options)
  options = options or {}
  for name in pairs(options) do
    if not options_known[name] then
      local near = nearest(tostring(name), names_of(options_known))
      native.fail(("InferenceSession: there is no '%s'%s"):format(tostring(name), near and ("; did you mean '%s'?"):format(near) or ""))
    end
  end
  local devices = options.devices or {}
  local given = devices[1]
  local is_device = given == model.CPU or type(given) == "userdata" and pcall(function() return given:device() end)
  if options.queues and (math.type(options.queues) ~= "integer" or options.queues < 1) then
    native.fail(("InferenceSession: queues is a whole number, 1 or more, not %s"):format(tostring(options.queues)))
  end
  if #devices ~= 1 or not is_device then native.fail("InferenceSession: devices is a list of one gpu.DeviceContext, or of graph.CPU") end
  return setmetatable({ options = options, device = devices[1] }, Session)
end

---@param g table
---@param options? { weights?: table<string, tensor> }
function Session:load(g, options)
  if getmetatable(g) ~= Graph then native.fail("load: the first argument is a graph.Graph") end
  return model.new(g, self.device, self.options, options and options.weights or {})
end

return graph
