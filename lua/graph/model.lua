-- A graph that a session has loaded: execute binds sizes and inputs, and runs a program for these
-- sizes, which is compiled when they are met first.
local array = require "graph.array"
local custom = require "graph.custom"
local dim = require "graph.dim"
local native = require "graph.native"
local optimize = require "graph.optimize"
local reference = require "graph.reference"
local sources = require "graph.sources"
local tensor = require "tensor"
local text = require "graph.text"
local value = require "graph.value"

local model = { CPU = setmetatable({}, { __tostring = function() return "CPU" end }) }
local Model = { __name = "model" }
Model.__index = Model

-- Programs for so many different sizes are kept.
local MOST_PROGRAMS = 16

-- Inputs

local function describe(given)
  if tensor.is(given) or array.is(given) then return given:type(), given:shape() end
  return given:type(), { #given }
end

-- A bool is an uchar in a buffer.
local function type_fits(v, given, dtype)
  return dtype == v.dtype or v.dtype == "bool" and dtype == "uchar" and not tensor.is(given)
end

-- Whether what is given has the type and shape of the input; sizes gets what symbols stand for. A
-- buffer has one axis, or the shape of an input whose sizes are known.
function Model:check_input(what, v, given, sizes)
  local place = ("graph '%s': %s"):format(self.graph.name, what)
  local is_buffer = native.side(given) == "device"
  if not tensor.is(given) and not array.is(given) and not is_buffer then
    native.fail(("%s is %s, and must be a tensor, an array or a device's buffer"):format(place, native.side(given)
      and "a buffer of the host" or type(given)))
  end
  local dtype, shape = describe(given)
  local good = type_fits(v, given, dtype) and (#shape == #v.shape or is_buffer)
  for axis, size in ipairs(good and v.shape or {}) do
    local name = dim.text(size)
    if is_buffer and dim.is(size) and #v.shape ~= 1 then
      native.fail(("%s is a buffer, and needs a shape: op.Array(buffer, { … })"):format(place))
    elseif dim.is(size) then
      sizes[name] = sizes[name] or { size = shape[axis], what = what }
      if sizes[name].size ~= shape[axis] then
        native.fail(("%s is %s%s: %s is %d here, but %d in %s"):format(place, dtype, value.shape_text(shape), name,
                                                                     shape[axis], sizes[name].size, sizes[name].what))
      end
    elseif not is_buffer then
      good = good and shape[axis] == size
    end
  end
  if good and is_buffer and not dim.is(v.shape[1]) then good = #given == value.count(v.shape) end
  if not good then
    native.fail(("%s is %s%s, and must be %s"):format(place, dtype, value.shape_text(shape), value.text(v)))
  end
end

-- What the graph's inputs are to be, without names to look for: executing is to take no time.
local function specify(g)
  local specs, names, seen = {}, {}, {}
  for i, v in ipairs(g.inputs) do
    local axes, known = {}, true
    for axis, size in ipairs(v.shape) do
      axes[axis] = dim.is(size) and dim.text(size) or size
      if dim.is(size) then
        known = false
        if not seen[axes[axis]] then names[#names + 1] = axes[axis] end
        seen[axes[axis]] = true
      end
    end
    specs[i] = { dtype = v.dtype, axes = axes, count = known and value.count(v.shape) }
  end
  return specs, names
end

-- Whether an input fits; check_input says what is wrong with one that does not.
local function fits(spec, given, sizes)
  local dtype, shape
  if array.is(given) then
    dtype, shape = given.dtype, given.sizes
  elseif tensor.is(given) then
    dtype, shape = given:type(), given:shape()
  else
    return native.side(given) == "device" and spec.count == #given and given:type() == spec.dtype
  end
  local axes = spec.axes
  if dtype ~= spec.dtype or #shape ~= #axes then return false end
  for axis, size in ipairs(shape) do
    local wanted = axes[axis]
    if wanted ~= size then
      if type(wanted) ~= "string" or (sizes[wanted] or size) ~= size then return false end
      sizes[wanted] = size
    end
  end
  return true
end

-- By which the program for these sizes is kept.
local function key_of(self, sizes)
  if #self.names == 0 then return "" end
  local key = {}
  for i, name in ipairs(self.names) do key[i] = sizes[name] end
  return table.concat(key, ",")
end

local function bind_sizes(self, inputs)
  local g, sizes, good = self.graph, {}, true
  if #inputs ~= #g.inputs then
    native.fail(("graph '%s': execute was given %d inputs, and needs %d"):format(g.name, #inputs, #g.inputs))
  end
  for i, spec in ipairs(self.specs) do good = good and fits(spec, inputs[i], sizes) end
  if not good then
    local found = {}
    for i, v in ipairs(g.inputs) do self:check_input("input " .. i, v, inputs[i], found) end
    for name, one in pairs(found) do sizes[name] = one.size end
  end
  return sizes, key_of(self, sizes)
end

---Of a graph's types and sizes alone: it has sizes_of and infer.
function model.of_shapes(g)
  local self = setmetatable({ graph = g }, Model)
  self.specs, self.names = specify(g)
  return self
end

-- The graph's weights of those that are given, which must be these.
local function take_weights(self, given)
  local g, weights = self.graph, {}
  for name, v in pairs(g.weights) do
    if given[name] == nil then native.fail(("load: there is no weight '%s'"):format(name)) end
    self:check_input(("weight '%s'"):format(name), v, given[name], {})
    weights[name] = given[name]
  end
  for name in pairs(given) do
    if not g.weights[name] then native.fail(("load: graph '%s' has no weight '%s'"):format(g.name, tostring(name))) end
  end
  return weights
end

function model.new(g, device, options, weights)
  local self = model.of_shapes(g)
  self.device, self.options = device, options
  self.programs, self.recent, self.bound, self.n_bound = {}, {}, {}, 0
  self.weights = take_weights(self, weights)
  return self
end

-- Programs

-- To who watches the run: `workbench lua --explain`, and the screen.
local function tell(self, sizes, program)
  if not native.explains() then return end
  local explain = require "graph.explain"
  local explanation = program and explain.of_program(self.graph, program, sizes) or explain.on_cpu(self.graph, sizes)
  native.explain(tostring(explanation))
end

local function bring_weights(self, found)
  found.weights = {}
  for name, made in pairs(found.program:weights()) do
    found.weights[made] = self:buffer_of(self.weights[name], made)
  end
end

local function program_for(self, sizes, key)
  local found = self.programs[key]
  if found then return found end
  if #self.recent == MOST_PROGRAMS then self.programs[table.remove(self.recent, 1)] = nil end
  local program = require("graph.program").compile(self.graph.outputs, sizes, self.device, self.options)
  found = { program = program, sizes = sizes, inputs = {} }
  for i in ipairs(self.graph.inputs) do found.inputs[i] = program:input(i) or false end
  bring_weights(self, found)
  self.programs[key] = found
  self.recent[#self.recent + 1] = key
  tell(self, sizes, program)
  return found
end

---Other weights, all of them, as session:load takes them: later executions compute with these.
---@param weights table<string, tensor>
function Model:set_weights(weights)
  self.weights = take_weights(self, weights)
  self.last = nil
  for _, found in pairs(self.programs) do bring_weights(self, found) end
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

-- Results into memory that is there already. A kernel that reads an operand while it writes a result
-- must not find them in the same place.
local function check_outputs(self, outputs, inputs, found)
  local g, buffers = self.graph, {}
  if #outputs ~= #g.outputs then
    native.fail(("graph '%s': execute_into was given %d outputs, and needs %d"):format(g.name, #outputs, #g.outputs))
  end
  for i, spec in ipairs(found.outputs) do
    local given = outputs[i]
    if not fits(spec, given, {}) then self:check_input("output " .. i, spec.value, given, {}) end
    buffers[i] = array.is(given) and given.buffer or given
    if tensor.is(given) and self.device ~= model.CPU then buffers[i] = self.device:enqueue_create_buffer(text.storage(spec.dtype), spec.count) end
    for k, other in ipairs(inputs) do
      if rawequal(buffers[i], array.is(other) and other.buffer or other) then
        native.fail(("graph '%s': output %d and input %d are the same memory"):format(g.name, i, k))
      end
    end
    for k = 1, i - 1 do
      if rawequal(buffers[i], buffers[k]) then
        native.fail(("graph '%s': outputs %d and %d are the same memory"):format(g.name, k, i))
      end
    end
  end
  return buffers
end

-- Executions again and again have the same buffers: what was checked of these stays so. They are known
-- by their identity, and not kept.
local function remember(self, outputs, inputs, found, buffers)
  local last = { found = found, inputs = setmetatable({}, { __mode = "v" }), outputs = setmetatable({}, { __mode = "v" }),
                 input_count = #inputs, output_count = #outputs }
  for i, given in ipairs(inputs) do
    if type(given) ~= "userdata" or native.side(given) ~= "device" or given:context() ~= self.device then return end
    last.inputs[i] = given
  end
  for i, given in ipairs(buffers) do
    if not rawequal(given, outputs[i]) then return end
    last.outputs[i] = given
  end
  self.last = last
end

local function is_as_last(last, outputs, inputs)
  if not last or #inputs ~= last.input_count or #outputs ~= last.output_count then return false end
  local before, after = last.inputs, last.outputs
  for i = 1, #inputs do
    if not rawequal(inputs[i], before[i]) then return false end
  end
  for i = 1, #outputs do
    if not rawequal(outputs[i], after[i]) then return false end
  end
  return true
end

-- What the outputs are to be with these sizes.
local function specify_outputs(g, sizes)
  local specs = {}
  for i, v in ipairs(g.outputs) do
    local shape = {}
    for axis, size in ipairs(v.shape) do shape[axis] = dim.is(size) and dim.bind(size, sizes) or size end
    specs[i] = { dtype = v.dtype, axes = shape, count = value.count(shape), value = { dtype = v.dtype, shape = shape } }
  end
  return specs
end

-- The graph with these sizes, as the CPU goes through it.
local function bound_for(self, sizes, key)
  local found = self.bound[key]
  if found then return found end
  if self.n_bound == MOST_PROGRAMS then self.bound, self.n_bound = {}, 0 end
  local outputs = optimize.bind(self.graph.outputs, sizes)
  local order = optimize.order(outputs)
  found = { outputs = outputs, order = order, results = specify_outputs(self.graph, sizes) }
  self.bound[key], self.n_bound = found, self.n_bound + 1
  tell(self, sizes)
  return found
end

-- The tensors of what is given.
local function given_on_cpu(self, inputs, order)
  local made = {}
  for _, v in ipairs(order) do
    local name = v.definition.name
    if name == "input" then
      local given = inputs[v.attributes.number]
      made[v] = tensor.is(given) and given or given:tensor(v.shape)
    elseif name == "weight" then
      made[v] = self.weights[v.attributes.name]
    end
  end
  return made
end

-- A number that tensors of the type take as it is.
local function is_plain(number, dtype)
  if dtype == "float" or dtype == "double" then return math.abs(number) < 1e38 end -- not of NaN, either
  return math.type(number) == "integer" and dtype ~= "bool" and dtype ~= "half"
end

-- What an operation gets: where it takes numbers, an array that is the same everywhere is one, and is
-- never made.
local function operand_of(made, v, user)
  if v.definition == sources.full and made[v] == nil then
    local number, a, b = v.attributes.value, user.inputs[1], user.inputs[2]
    local has_other = b and a.definition ~= b.definition -- one of them is a tensor
    if user.definition.takes_numbers and has_other and is_plain(number, v.dtype) then return number end
    made[v] = reference.compute(v, {})
  end
  return made[v]
end

local function compute(made, v)
  local name, operands = v.definition.name, {}
  for i, input in ipairs(v.inputs) do operands[i] = operand_of(made, input, v) end
  if name == "custom" then return custom.prepare(v, "cpu"):compute(operands) end
  if name == "result" then return operands[1][v.attributes.number] end
  return reference.compute(v, operands)
end

local function run_on_cpu(made, found)
  for _, v in ipairs(found.order) do
    if made[v] == nil and v.definition ~= sources.full then made[v] = compute(made, v) end
  end
  local results = {}
  for i, output in ipairs(found.outputs) do
    local kind = output.definition.kind
    made[output] = made[output] or reference.compute(output, {})
    -- What is nobody else's memory: tensors can be set.
    local is_source = kind == "input" or kind == "constant"
    results[i] = is_source and made[output]:copy() or made[output]
  end
  return results
end

local function execute_on_cpu(self, inputs, sizes, key, into)
  local found = bound_for(self, sizes, key)
  self.sizes = sizes
  if into then check_outputs(self, into, inputs, { outputs = found.results }) end
  local made = given_on_cpu(self, inputs, found.order)
  local results = run_on_cpu(made, found)
  for i, given in ipairs(into or {}) do given:assign(results[i]) end
  return into or results
end

local function run_on_device(self, inputs, into, found)
  self.sizes = found.sizes
  local feeds = {}
  for made, buffer in pairs(found.weights) do feeds[made] = buffer end
  for i, made in ipairs(found.inputs) do
    if made then feeds[made] = self:buffer_of(inputs[i], made) end
  end
  return found.program:run(feeds, into)
end

---@param ... tensor|table|gpu.Buffer # tensors, arrays (op.Array) or buffers
---@return table[] # arrays on the device, or tensors of the CPU
function Model:execute(...)
  local inputs = { ... }
  local sizes, key = bind_sizes(self, inputs)
  if self.device == model.CPU then return execute_on_cpu(self, inputs, sizes, key) end
  return run_on_device(self, inputs, nil, program_for(self, sizes, key))
end

---The same into arrays, buffers or tensors that are there.
---@param outputs table[]
---@param ... tensor|table|gpu.Buffer
function Model:execute_into(outputs, ...)
  local inputs = { ... }
  if is_as_last(self.last, outputs, inputs) then return run_on_device(self, inputs, outputs, self.last.found) end
  local sizes, key = bind_sizes(self, inputs)
  if self.device == model.CPU then
    execute_on_cpu(self, inputs, sizes, key, outputs)
  else
    local found = program_for(self, sizes, key)
    found.outputs = found.outputs or specify_outputs(self.graph, sizes)
    local buffers = check_outputs(self, outputs, inputs, found)
    run_on_device(self, inputs, buffers, found)
    for i, given in ipairs(outputs) do
      local spec = found.outputs[i]
      if tensor.is(given) then given:assign(array.of(buffers[i], self.device, spec.axes, spec.dtype):tensor()) end
    end
    remember(self, outputs, inputs, found, buffers)
  end
end

-- What follows from inputs

---What symbols stand for, by inputs of which only types and shapes count.
---@param ... table # tensors or arrays
---@return table<string, integer>
function Model:sizes_of(...) return (bind_sizes(self, { ... })) end

---The outputs that an execution with these inputs gives; nothing is compiled.
---@param ... table # tensors or arrays
---@return { dtype: string, shape: integer[] }[]
function Model:infer(...)
  local results = {}
  for i, spec in ipairs(specify_outputs(self.graph, self:sizes_of(...))) do results[i] = spec.value end
  return results
end

-- Explanations

---What the model does with inputs of these sizes: print it, or see graph/explain.lua. Without sizes:
---of the last execution; where all sizes are numbers, of any.
---@param sizes? table<string, integer> # { n = 4 }
---@return graph.Explanation
function Model:explain(sizes)
  local explain = require "graph.explain"
  if sizes ~= nil and type(sizes) ~= "table" then native.fail("explain: sizes are a table, as { n = 4 }") end
  sizes = explain.check_sizes(self.graph, sizes or self.sizes or {})
  if self.device == model.CPU then return explain.on_cpu(self.graph, sizes) end
  local key = key_of(self, sizes)
  local is_new = not self.programs[key]
  local found = program_for(self, sizes, key)
  if is_new then self.device:synchronize() end -- weights and constants are there
  return explain.of_program(self.graph, found.program, sizes)
end

---How many bytes an execution reads and writes at least: explain().bytes_moved.
---@param sizes? table<string, integer> # as for explain
---@return integer
function Model:bytes_moved(sizes) return self:explain(sizes).bytes_moved end

return model
