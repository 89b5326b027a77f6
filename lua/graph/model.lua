-- A graph that a session has loaded: execute binds sizes and inputs, and runs a program for these
-- sizes, which is compiled when they are met first.
local array = require "graph.array"
local dim = require "graph.dim"
local explain = require "graph.explain"
local native = require "graph.native"
local optimize = require "graph.optimize"
local reference = require "graph.reference"
local tensor = require "tensor"
local text = require "graph.text"
local value = require "graph.value"

local model = { CPU = setmetatable({}, { __tostring = function() return "CPU" end }) }
local Model = { __name = "model" }
Model.__index = Model

-- Programs for so many different sizes are kept.
local MOST_PROGRAMS = 16

function model.new(g, device, options, weights)
  local self = setmetatable({ graph = g, device = device, options = options, programs = {}, recent = {}, weights = {}, told = {} },
                            Model)
  for name, v in pairs(g.weights) do
    local given = weights[name]
    if given == nil then native.fail(("load: there is no weight '%s'"):format(name)) end
    self:check_input(("weight '%s'"):format(name), v, given, {})
    self.weights[name] = given
  end
  for name in pairs(weights) do
    if not g.weights[name] then native.fail(("load: graph '%s' has no weight '%s'"):format(g.name, tostring(name))) end
  end
  return self
end

-- Inputs

local function describe(given)
  if tensor.is(given) or array.is(given) then return given:type(), given:shape() end
  return given:type(), { #given }
end

local function is_buffer(given)
  return type(given) == "userdata" and not tensor.is(given) and pcall(function() return given:context() end)
end

-- A bool is an uchar in a buffer.
local function type_fits(v, given, dtype)
  return dtype == v.dtype or v.dtype == "bool" and dtype == "uchar" and not tensor.is(given)
end

-- Whether what is given has the type and shape of the input; sizes gets what symbols stand for.
function Model:check_input(what, v, given, sizes)
  local place = ("graph '%s': %s"):format(self.graph.name, what)
  if not tensor.is(given) and not array.is(given) and not is_buffer(given) then
    native.fail(("%s is %s, and must be a tensor, an array or a buffer"):format(place, type(given)))
  end
  local dtype, shape = describe(given)
  local wanted = value.text(v)
  local got = dtype .. value.shape_text(shape)
  local good = type_fits(v, given, dtype) and (#shape == #v.shape or is_buffer(given))
  if is_buffer(given) then shape = v.shape end
  for axis, size in ipairs(good and v.shape or {}) do
    if math.type(size) then
      good = good and (is_buffer(given) or shape[axis] == size)
    elseif is_buffer(given) then
      native.fail(("%s is a buffer, and needs a shape: op.Array(buffer, { … })"):format(place))
    else
      local name = dim.text(size)
      if sizes[name] and sizes[name].size ~= shape[axis] then
        native.fail(("%s is %s: %s is %d here, but %d in %s"):format(place, got, name, shape[axis], sizes[name].size, sizes[name].what))
      end
      sizes[name] = sizes[name] or { size = shape[axis], what = what }
    end
  end
  if good and is_buffer(given) then good = #given == value.count(v.shape) end
  if not good then native.fail(("%s is %s, and must be %s"):format(place, got, wanted)) end
end

-- By which the programs of these sizes are kept.
local function key_of(self, sizes)
  local key = {}
  for i, v in ipairs(self.graph.inputs) do
    for _, size in ipairs(v.shape) do
      if dim.is(size) then key[#key + 1] = sizes[dim.text(size)] end
    end
    key[#key + 1] = i .. ";"
  end
  return table.concat(key, ",")
end

local function bind_sizes(self, inputs)
  local g, found, sizes = self.graph, {}, {}
  if #inputs ~= #g.inputs then
    native.fail(("graph '%s': execute was given %d inputs, and needs %d"):format(g.name, #inputs, #g.inputs))
  end
  for i, v in ipairs(g.inputs) do self:check_input("input " .. i, v, inputs[i], found) end
  for name, one in pairs(found) do sizes[name] = one.size end
  return sizes, key_of(self, sizes)
end

-- Programs

-- To who watches the run: `workbench lua --explain`, and the screen.
local function tell(explanation) native.explain(tostring(explanation)) end

local function program_for(self, sizes, key)
  local found = self.programs[key]
  if found then return found end
  if #self.recent == MOST_PROGRAMS then self.programs[table.remove(self.recent, 1)] = nil end
  local program = require("graph.program").compile(self.graph.outputs, sizes, self.device, self.options)
  found = { program = program, inputs = {}, weights = {} }
  for i in ipairs(self.graph.inputs) do found.inputs[i] = program:input(i) or false end
  for name, made in pairs(program:weights()) do
    found.weights[made] = self:buffer_of(self.weights[name], made)
  end
  self.programs[key] = found
  self.recent[#self.recent + 1] = key
  if native.explains() then tell(explain.of_program(self.graph, program, sizes)) end
  return found
end

-- The buffer of what was given, on the model's device.
function Model:buffer_of(given, made)
  local context = self.device
  if tensor.is(given) then
    local buffer = context:enqueue_create_buffer(text.storage(made.dtype), made.count)
    if made.count > 0 then context:enqueue_copy { src = given, dst = buffer } end
    return buffer
  end
  local buffer = array.is(given) and given.buffer or given
  if buffer:context() == context then return buffer end
  local copy = context:enqueue_create_buffer(text.storage(made.dtype), made.count)
  context:enqueue_copy { src = buffer, dst = copy }
  return copy
end

-- Execution

local function run_on_cpu(self, inputs, sizes)
  local outputs = optimize.bind(self.graph.outputs, sizes)
  local made = {}
  for _, v in ipairs(optimize.order(outputs)) do
    local name = v.definition.name
    if name == "input" then
      local given = inputs[v.attributes.number]
      made[v] = tensor.is(given) and given or given:tensor(v.shape)
    elseif name == "weight" then
      made[v] = self.weights[v.attributes.name]
    elseif name == "custom" then
      local operands = {}
      for i, input in ipairs(v.inputs) do operands[i] = made[input] end
      made[v] = v.attributes.call:compute(operands)
    elseif name == "result" then
      made[v] = made[v.inputs[1]][v.attributes.number]
    else
      local operands = {}
      for i, input in ipairs(v.inputs) do operands[i] = made[input] end
      made[v] = reference.compute(v, operands)
    end
  end
  local results = {}
  for i, output in ipairs(outputs) do results[i] = made[output] end
  return results
end

---@param ... tensor|table|gpu.Buffer # tensors, arrays (op.Array) or buffers
---@return table[] # arrays on the device, or tensors of the CPU
function Model:execute(...)
  local inputs = { ... }
  local sizes, key = bind_sizes(self, inputs)
  self.sizes = sizes
  if self.device == model.CPU then
    if native.explains() and not self.told[key] then tell(explain.on_cpu(self.graph, sizes)) end
    self.told[key] = true
    return run_on_cpu(self, inputs, sizes)
  end
  local found = program_for(self, sizes, key)
  local feeds = {}
  for made, buffer in pairs(found.weights) do feeds[made] = buffer end
  for i, made in ipairs(found.inputs) do
    if made then feeds[made] = self:buffer_of(inputs[i], made) end
  end
  return found.program:run(feeds)
end

-- Explanations

---What the model does with inputs of these sizes: print it, or see graph/explain.lua. Without sizes:
---of the last execution; where all sizes are numbers, of any.
---@param sizes? table<string, integer> # { n = 4 }
---@return graph.Explanation
function Model:explain(sizes)
  if sizes ~= nil and type(sizes) ~= "table" then native.fail("explain: sizes are a table, as { n = 4 }") end
  sizes = explain.check_sizes(self.graph, sizes or self.sizes or {})
  if self.device == model.CPU then return explain.on_cpu(self.graph, sizes) end
  return explain.of_program(self.graph, program_for(self, sizes, key_of(self, sizes)).program, sizes)
end

---How many bytes an execution reads and writes at least: explain().bytes_moved.
---@param sizes? table<string, integer> # as for explain
---@return integer
function Model:bytes_moved(sizes) return self:explain(sizes).bytes_moved end

return model
