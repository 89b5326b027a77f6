-- Calls of operations: declarations (declaration.lua) with types and shapes, run on the CPU or on a device,
-- or expanded to what they are made of.
--
--     operation.infer(declaration, inputs, parameters, outputs)   a call, with the outputs' types and shapes
--     operation.prepare(declaration, target, outputs, inputs, parameters)   a call, whose shapes are known
--     operation.launch(declaration, call, queue, outputs, inputs)   runs a prepared call
--     operation.expand(declaration, inputs, call)   of foreach and graph: the list of values
--     operation.call(declaration, parameters, ...)   as the callables of a library do
--     operation.key_of(declaration, parameters)   a text by which compiled things are kept
--     operation.check_expression(declaration)   raises, where a text of foreach is wrong
--
-- A *call* is what an operation's functions get last: { name, target, parameters, sizes, shapes,
-- dtypes, defines }, and the method kernel. What cpu functions write, they write into the tensors of
-- the outputs; what gpu functions do, they enqueue, and never wait.

local array = require "graph.array"
local declaration = require "graph.declaration"
local matching = require "graph.matching"
local native = require "graph.native"
local recent = require "graph.recent"
local tensor = require "tensor"

local operation = {}

---- calls --------------------------------------------------------------------------------------

local Call = {}
Call.__index = Call

-- A kernel's macros: the parameters, and the types of arguments that `kernels` names.
local function macros_of(made, call, file, name, more)
  local defines = {}
  for name, text in pairs(call.defines) do defines[name] = text end
  for _, kernel in ipairs(made.kernels or {}) do
    if kernel.file == file and (name == nil or kernel.name == name) then
      for macro, argument in pairs(kernel.types) do
        local dtype = call.dtypes[argument]
        defines[macro] = dtype == "bool" and "uchar" or dtype
      end
    end
  end
  for macro, value in pairs(more or {}) do defines[macro] = value end
  return defines
end

local function key_of(file, name, defines)
  local parts = {}
  for macro, value in pairs(defines) do parts[#parts + 1] = macro .. "=" .. tostring(value) end
  table.sort(parts)
  return file .. "\n" .. tostring(name) .. "\n" .. table.concat(parts, "\n")
end

---The kernel of a file beside the operation's, compiled once for a device and these parameters.
---@param file? string # NAME.cl, where the declaration names no kernels
---@param name? string
---@param more? table<string, number|string|boolean> # macros besides
---@return gpu.Function
function Call:kernel(file, name, more)
  local made = self.declaration
  if file == nil then
    local first = made.kernels and made.kernels[1]
    file, name = first and first.file or made.name .. ".cl", first and first.name or made.name
  end
  local queue = self.queue
  if not queue then native.fail(made.name .. ": call:kernel is for the gpu function alone") end
  local defines = macros_of(made, self, file, name, more)
  local compiled = made.compiled[queue]
  if not compiled then
    compiled = recent.new()
    made.compiled[queue] = compiled
  end
  local key = key_of(file, name, defines)
  local kernel = compiled:get(key)
  if not kernel then
    local what = made.files:kernel(file)
    what.name, what.defines = name, defines
    kernel = queue:compile_function(what)
    compiled:put(key, kernel)
  end
  return kernel
end

-- The parameters as macros.
local function defines_of(made, values)
  local defines = {}
  for _, parameter in ipairs(made.parameters) do
    defines[parameter.name] = declaration.parameter_text(parameter, values[parameter.name])
  end
  return defines
end

---@param made table # a declaration
---@param values table # of all parameters
function operation.key_of(made, values) return key_of(made.name, nil, defines_of(made, values)) end

local function new_call(made, matched)
  local call = setmetatable(matched, Call)
  call.name = made.name
  call.declaration = made
  call.defines = defines_of(made, matched.parameters)
  -- By queue: what is compiled for one is for its device.
  made.compiled = made.compiled or setmetatable({}, { __mode = "k" })
  return call
end

-- "conv1d: unsupported target: cpu"
local function check_target(made, target)
  if made[target] or made.foreach or made.graph then return end
  native.fail(("%s: unsupported target: %s"):format(made.name, target))
end

---What an operation's results are; the call has them as `outputs`.
---@param made table # a declaration
---@param inputs { dtype: string, shape: table }[]
---@param parameters? table
---@param outputs? { dtype?: string, shape?: table }[] # what is known of them
---@return table # a call
function operation.infer(made, inputs, parameters, outputs)
  local values = matching.parameters(made, parameters)
  return new_call(made, matching.infer(made, inputs, values, outputs))
end

---A call with these arguments, each described by its type and shape; raises where they do not fit.
---@param made table # a declaration
---@param target "cpu"|"gpu"
---@param outputs { dtype: string, shape: integer[] }[]
---@param inputs { dtype: string, shape: integer[] }[]
---@param parameters? table
---@return table # a call
function operation.prepare(made, target, outputs, inputs, parameters)
  local values = matching.parameters(made, parameters)
  check_target(made, target)
  local call = new_call(made, matching.arguments(made, outputs, inputs, values))
  call.target = target
  return call
end

---Runs the function for the call's target: the arguments are tensors or buffers, and were checked.
---@param made table # a declaration
---@param call table
---@param queue? gpu.Queue
---@param outputs table[]
---@param inputs table[]
function operation.launch(made, call, queue, outputs, inputs)
  local arguments = table.move(outputs, 1, #outputs, 1, {})
  table.move(inputs, 1, #inputs, #arguments + 1, arguments)
  arguments[#arguments + 1] = call
  if call.target == "cpu" then
    made.cpu(table.unpack(arguments))
  else
    call.queue = queue
    made.gpu(queue, table.unpack(arguments))
  end
end

---- operations that are made of others ---------------------------------------------------------

-- The names that an expression knows: inputs and parameters.
local function expand_expression(made, inputs, call)
  local expression = require "graph.expression"
  local names, types = {}, {}
  for i, input in ipairs(made.inputs) do names[input.name] = inputs[i] end
  for _, parameter in ipairs(made.parameters) do
    local value = call.parameters[parameter.name]
    if type(value) == "boolean" then value = value and 1 or 0 end
    names[parameter.name] = value
  end
  for _, output in ipairs(made.outputs) do types[output.name] = call.dtypes[output.name] end
  local results = expression.compile(made.foreach, names, {
    operations = require "ops",
    title = ("foreach '%s'"):format(made.name),
    types = types,
  })
  local list = {}
  for i, output in ipairs(made.outputs) do
    list[i] = results[output.name]
    if list[i] == nil then
      native.fail(("foreach '%s': the output '%s' is never assigned"):format(made.name, output.name))
    end
  end
  return list
end

-- The type that an argument has where as many as may be have this one.
local function try_type(made, argument, dtype)
  local declared = argument.dtype
  while declared.same do declared = made.arguments[declared.same].dtype end
  if declared == "any" then return dtype end
  for _, one in ipairs(declared) do
    if one == dtype then return dtype end
  end
  return declared[1]
end

-- A mistake in an expression is told where the operation is registered, if it is one for all types: what is
-- said is the same then.
---@param made table # a declaration with a text as foreach
function operation.check_expression(made)
  local sources, value = require "graph.sources", require "graph.value"
  local call, said = { parameters = {}, dtypes = {} }, nil
  for _, parameter in ipairs(made.parameters) do
    local given = parameter.default
    if given == nil then given = parameter.example end
    if given == nil then given = parameter.type == "bool" or 1 end
    call.parameters[parameter.name] = given
  end
  for _, dtype in ipairs { "float", "int", "bool", "double", "uchar", "ulong" } do
    local good, message = pcall(value.within, value.build(), function()
      local inputs = {}
      for i, input in ipairs(made.inputs) do
        local of = { number = i, dtype = try_type(made, input, dtype), shape = {} }
        inputs[i] = value.new(sources.input, {}, of, of.dtype, of.shape)
      end
      for _, output in ipairs(made.outputs) do call.dtypes[output.name] = try_type(made, output, dtype) end
      expand_expression(made, inputs, call)
    end)
    if good or said and said ~= message then return end
    said = message
  end
  error(said, 0)
end

-- What a function returns: one value, several, or a list of them.
local function take_results(made, ...)
  local list = { ... }
  if #list == 1 and type(list[1]) == "table" and getmetatable(list[1]) == nil then list = list[1] end
  if #list ~= #made.outputs then
    native.fail(("%s: its function returns %d value%s, and it has %d output%s"):format(made.name,
      #list, #list == 1 and "" or "s", #made.outputs, #made.outputs == 1 and "" or "s"))
  end
  return list
end

---The values that an operation with foreach or graph stands for. An output that is the same
---everywhere may be a number.
---@param made table # a declaration
---@param inputs table[] # values
---@param call table
---@return table[]
function operation.expand(made, inputs, call)
  if type(made.foreach) == "string" then return expand_expression(made, inputs, call) end
  local arguments = table.move(inputs, 1, #inputs, 1, {})
  arguments[#arguments + 1] = call
  return take_results(made, native.call(made.foreach or made.graph, table.unpack(arguments)))
end

local function memory_of(argument) return array.is(argument) and argument.buffer or argument end

-- A graph reads its inputs while it writes: an output that is one of them is computed elsewhere.
local function apart_from(inputs, output)
  for _, input in ipairs(inputs) do
    if rawequal(memory_of(input), memory_of(output)) then
      if tensor.is(output) then return tensor.like(output) end
      local buffer = output.buffer
      local other = buffer:context():enqueue_create_buffer(buffer:type(), #buffer)
      return array.new(other, output:shape(), output:type())
    end
  end
  return output
end

local function copy_back(output, computed)
  if tensor.is(output) then
    output:assign(computed)
  else
    output.buffer:context():enqueue_copy { src = computed.buffer, dst = output.buffer }
  end
end

-- Outside of a graph such an operation is a graph of its own, whose models are kept: `kept` is of calls
-- with the same types, shapes and parameters.
local function run_as_graph(made, outputs, inputs, kept)
  local graph = require "graph"
  local into = {}
  for i, output in ipairs(outputs) do into[i] = apart_from(inputs, output) end
  graph.run_again(function(...) return operation.expand(made, { ... }, kept.call) end, into, inputs, kept.models)
  for i, output in ipairs(outputs) do
    if not rawequal(into[i], output) then copy_back(output, into[i]) end
  end
end

---- calls that are like earlier ones -----------------------------------------------------------

-- A text that is the same for parameters of the same types and values alone; nil where there is
-- none, and the call is checked as if it were the first.
local function text_of_parameters(given)
  if given == nil or next(given) == nil then return "" end
  local parts = {}
  for name, value in pairs(given) do
    local kind = type(value)
    if type(name) ~= "string" or kind ~= "number" and kind ~= "boolean" then return nil end
    parts[#parts + 1] = kind == "boolean" and ("%q=%s"):format(name, value) or ("%q=%q"):format(name, value)
  end
  table.sort(parts)
  return table.concat(parts, ",")
end

local function text_of_call(taken, parameters)
  local given = type(parameters) == "table" and text_of_parameters(parameters) or parameters == nil and ""
  if not given then return nil end
  local parts, count = { taken.target, given }, 2
  for _, list in ipairs { taken.outputs, taken.inputs } do
    for _, argument in ipairs(list) do
      parts[count + 1], parts[count + 2] = argument.dtype, table.concat(argument.shape, ",")
      count = count + 2
    end
  end
  return table.concat(parts, ";")
end

-- A copy for functions of the operation, which may do to it what they like.
local function copy_of_call(call)
  local copy = setmetatable({}, Call)
  for name, field in pairs(call) do copy[name] = field end
  for _, name in ipairs { "parameters", "sizes", "dtypes", "defines", "shapes" } do
    local fields = {}
    for key, value in pairs(call[name]) do fields[key] = value end
    copy[name] = fields
  end
  for name, shape in pairs(copy.shapes) do copy.shapes[name] = table.move(shape, 1, #shape, 1, {}) end
  return copy
end

-- What is known of a call: { call = …, models = those of graph.run_again }.
local function prepare_kept(made, taken, parameters)
  local key = text_of_call(taken, parameters)
  made.kinds = made.kinds or recent.new()
  local kept = key and made.kinds:get(key)
  if kept then return kept end
  kept = { call = operation.prepare(made, taken.target, taken.outputs, taken.inputs, parameters), models = {} }
  if key then made.kinds:put(key, kept) end
  return kept
end

---- arguments ----------------------------------------------------------------------------------

-- Which target an argument is for, its type and shape, and what functions get for it.
local function describe(made, argument, value)
  if tensor.is(value) then
    return "cpu", { dtype = value:type(), shape = value:shape() }, value
  elseif array.is(value) then
    return "gpu", { dtype = value.dtype, shape = value.sizes }, value.buffer
  end
  local side = native.side(value)
  if side == "host" then
    native.fail(("%s: '%s' is a buffer of the host: copy it to one of a device"):format(made.name,
      argument.name))
  elseif side == "device" then
    return "gpu", { dtype = value:type(), shape = { #value } }, value
  end
  native.fail(("%s: '%s' is a %s, and must be a tensor, or a buffer of a device"):format(made.name,
    argument.name, type(value)))
end

-- No output is another argument, unless the operation says that it may be.
local function check_aliases(made, outputs, inputs)
  for i, output in ipairs(outputs) do
    for k = 1, i - 1 do
      if rawequal(outputs[k], output) then
        native.fail(("%s: the outputs '%s' and '%s' are the same %s"):format(made.name,
          made.outputs[k].name, made.outputs[i].name, tensor.is(output) and "tensor" or "buffer"))
      end
    end
    for k, input in ipairs(inputs) do
      if rawequal(input, output) and not made.in_place then
        native.fail(("%s: the output '%s' is also the input '%s', and its declaration does not " ..
          "say in_place = true"):format(made.name, made.outputs[i].name, made.inputs[k].name))
      end
    end
  end
end

local function argument_names(made)
  local names = {}
  for _, argument in ipairs(made.outputs) do names[#names + 1] = argument.name end
  for _, argument in ipairs(made.inputs) do names[#names + 1] = argument.name end
  return table.concat(names, ", ")
end

-- Splits the arguments of a call; descriptions and plain values of outputs and inputs.
local function take_arguments(made, given)
  local count = #made.outputs + #made.inputs
  if given.n ~= count then
    native.fail(("%s: %d arguments are needed (%s), and here are %d"):format(made.name, count,
      argument_names(made), given.n))
  end
  local taken = { outputs = {}, inputs = {}, plain_outputs = {}, plain_inputs = {} }
  for i = 1, count do
    local is_output = i <= #made.outputs
    local place = is_output and i or i - #made.outputs
    local argument = (is_output and made.outputs or made.inputs)[place]
    local target, described, plain = describe(made, argument, given[i])
    if taken.target and taken.target ~= target then
      native.fail(("%s: '%s' is for the target %s, and the arguments before it for %s: tensors " ..
        "and buffers do not mix"):format(made.name, argument.name, target, taken.target))
    end
    taken.target = target
    taken[is_output and "outputs" or "inputs"][place] = described
    taken[is_output and "plain_outputs" or "plain_inputs"][place] = plain
  end
  return taken
end

-- The arguments as graphs take them: buffers with their shapes.
local function with_shapes(given, from, count)
  local list = {}
  for i = 1, count do
    local value = given[from + i - 1]
    list[i] = native.side(value) and array.new(value, { #value }) or value
  end
  return list
end

---@param made table # a declaration
---@param parameters? table
---@param ... tensor|table|gpu.Buffer # outputs, then inputs
function operation.call(made, parameters, ...)
  local given = table.pack(...)
  local taken = take_arguments(made, given)
  local kept = prepare_kept(made, taken, parameters)
  check_aliases(made, taken.plain_outputs, taken.plain_inputs)
  if made.foreach or made.graph then
    local outputs = with_shapes(given, 1, #made.outputs)
    run_as_graph(made, outputs, with_shapes(given, #made.outputs + 1, #made.inputs), kept)
    return
  end
  local queue = taken.target == "gpu" and taken.plain_outputs[1]:context() or nil
  operation.launch(made, copy_of_call(kept.call), queue, taken.plain_outputs, taken.plain_inputs)
end

return operation
