-- Operations for programs in other languages: what libworkbench calls (host/library/ops.c).
--
--     binding.open(path)                  a library: its operations by name, and their names
--     binding.find(library, name)         the declaration; raises, with the nearest name
--     binding.describe(declaration)       what it says of itself, as texts
--     binding.call(declaration, parameters, context, outputs, inputs)
--     binding.infer(declaration, parameters, inputs)   → list of { dtype, shape }, one an output
--     binding.gradient(declaration, parameters, context, wanted, given, inputs)
--
-- An argument is a tensor, which shares the program's memory, or a table { buffer, shape, dtype } of a
-- buffer of the program's. Where two arguments are the same memory, they are one value. With a context
-- tensors are copied to its device and, for outputs, back.
local array = require "graph.array"
local custom = require "graph.custom"
local gradient = require "graph.gradient"
local graph = require "graph"
local matching = require "graph.matching"
local native = require "graph.native"
local op = require "op"
local tensor = require "tensor"
local text = require "graph.text"
local value = require "graph.value"

local binding = {}

function binding.open(path) return op.libraries({ path })[1] end

function binding.find(library, name) return op.find_in(library, name) end

---- descriptions -------------------------------------------------------------------------------

local function describe_argument(argument)
  local dtype, shape = argument.dtype, argument.shape
  if type(dtype) == "table" then
    dtype = dtype.same and "same as " .. dtype.same or table.concat(dtype, " or ")
  end
  if shape then
    shape = shape.same and "same as " .. shape.same or matching.shape_text(shape)
  elseif argument.rank then
    shape = ("rank %d"):format(argument.rank)
  end
  return { name = argument.name, dtype = dtype, shape = shape or "any" }
end

local function describe_parameter(parameter)
  local default = parameter.default
  return { name = parameter.name, type = parameter.type, default = default ~= nil and tostring(default) or nil }
end

local function each(list, describe)
  local described = {}
  for i, item in ipairs(list) do described[i] = describe(item) end
  return described
end

function binding.describe(made)
  local composed = made.foreach ~= nil or made.graph ~= nil
  return {
    name = made.name,
    summary = made.summary or "",
    cpu = made.cpu ~= nil or composed,
    gpu = made.gpu ~= nil or composed,
    gradient = made.gradient ~= nil or composed,
    in_place = made.in_place,
    outputs = each(made.outputs, describe_argument),
    inputs = each(made.inputs, describe_argument),
    parameters = each(made.parameters, describe_parameter),
  }
end

---- arguments ----------------------------------------------------------------------------------

-- Arguments as operations take them, and what is to be copied back. `staged` has what was made on the
-- device, by tensor.
local function take(context, list, staged, is_output)
  local taken = {}
  for i, given in ipairs(list) do
    if given == false then
      taken[i] = false
    elseif not tensor.is(given) then
      taken[i] = staged[given] or array.new(given.buffer, given.shape, given.dtype)
      staged[given] = taken[i]
    elseif not context then
      taken[i] = given
    else
      taken[i] = staged[given]
      if not taken[i] then
        local dtype = given:type()
        local buffer = context:enqueue_create_buffer(text.storage(dtype), given:count())
        taken[i] = array.new(buffer, given:shape(), dtype)
        staged[given] = taken[i]
        if not is_output and given:count() > 0 then context:enqueue_copy { src = given, dst = buffer } end
      end
    end
  end
  return taken
end

-- What was computed on the device for the program's memory. The buffers are needed by nobody but
-- commands that may still wait, so that they are dropped and not released.
local function copy_back(context, outputs, staged)
  if not context then return end
  for _, given in ipairs(outputs) do
    if tensor.is(given) and given:count() > 0 then
      context:enqueue_copy { src = staged[given].buffer, dst = given }
    end
  end
  for given, made in pairs(staged) do
    if tensor.is(given) then
      local _ <close> = made.buffer
    end
  end
end

local function names_of(list)
  local names = {}
  for i, argument in ipairs(list) do names[i] = argument.name end
  return table.concat(names, ", ")
end

local function check_count(made, given, arguments, what)
  if #given ~= #arguments then
    native.fail(("%s: it has %d %s%s (%s), and here are %d"):format(made.name, #arguments, what,
      #arguments == 1 and "" or "s", names_of(arguments), #given))
  end
end

---- calls --------------------------------------------------------------------------------------

function binding.call(made, parameters, context, outputs, inputs)
  local staged = {}
  check_count(made, outputs, made.outputs, "output")
  check_count(made, inputs, made.inputs, "input")
  -- Inputs first: an output that is one, too, begins with its elements.
  local taken = take(context, inputs, staged, false)
  local arguments = take(context, outputs, staged, true)
  table.move(taken, 1, #taken, #arguments + 1, arguments)
  op.call(made, parameters, table.unpack(arguments))
  copy_back(context, outputs, staged)
end

local function describe_given(given)
  if tensor.is(given) then return { dtype = given:type(), shape = given:shape() } end
  return { dtype = given.dtype, shape = given.shape }
end

function binding.infer(made, parameters, inputs)
  check_count(made, inputs, made.inputs, "input")
  return op.infer(made, each(inputs, describe_given), parameters).outputs
end

---- gradients ----------------------------------------------------------------------------------

-- Which arguments there are: calls with the same ones share their models.
local function mask_of(list)
  local parts = {}
  for i, given in ipairs(list) do parts[i] = given and "1" or "0" end
  return table.concat(parts)
end

local function check_gradients(made, wanted, given, inputs)
  check_count(made, wanted, made.inputs, "input")
  check_count(made, given, made.outputs, "output")
  check_count(made, inputs, made.inputs, "input")
  local some = false
  for i, one in ipairs(wanted) do
    if one then
      some = true
      local dtype = describe_given(inputs[i]).dtype
      if not value.is_float(dtype) then
        native.fail(("%s: the input '%s' is %s, and has no gradient"):format(made.name, made.inputs[i].name, dtype))
      end
    end
  end
  return some
end

-- The function of a graph: of the inputs, and of the gradients of those outputs that have one.
local function backward(made, parameters, wanted, given)
  local types = each(given, function(one) return one and describe_given(one) or {} end)
  return function(...)
    local values = { ... }
    local inputs = table.move(values, 1, #made.inputs, 1, {})
    local results = custom.of(made, inputs, parameters, types)
    local pulled, gradients, to, next_value = {}, {}, {}, #made.inputs
    for i, result in ipairs(results) do
      if given[i] then
        next_value = next_value + 1
        local g = values[next_value]
        if not value.is_float(result.dtype) then
          native.fail(("%s: the output '%s' is %s, and has no gradient"):format(made.name, made.outputs[i].name, result.dtype))
        end
        if g.dtype ~= result.dtype or not value.same_shape(g.shape, result.shape) then
          native.fail(("%s: the gradient of output '%s' is %s, and must be %s"):format(made.name,
            made.outputs[i].name, value.text(g), value.text(result)))
        end
        pulled[#pulled + 1], gradients[#gradients + 1] = result, g
      end
    end
    for i, input in ipairs(inputs) do
      if wanted[i] then to[#to + 1] = input end
    end
    return gradient.pull(pulled, gradients, to)
  end
end

local function compact(list)
  local kept = {}
  for _, one in ipairs(list) do
    if one then kept[#kept + 1] = one end
  end
  return kept
end

---The gradients of inputs, of those of outputs: sum over outputs of given * d output / d input.
---@param wanted (table|false)[] # one an input: where its gradient goes
---@param given (table|false)[] # one an output; false: all zeros
function binding.gradient(made, parameters, context, wanted, given, inputs)
  if not check_gradients(made, wanted, given, inputs) then return end
  local staged = {}
  local arguments = take(context, inputs, staged, false)
  local of_outputs = take(context, given, staged, false)
  local results = compact(take(context, wanted, staged, true))
  for _, one in ipairs(compact(of_outputs)) do arguments[#arguments + 1] = one end
  local checked = matching.parameters(made, parameters)
  local key = op.key_of(made, checked) .. mask_of(wanted) .. "," .. mask_of(given)
  made.backward = made.backward or {}
  made.backward[key] = made.backward[key] or {}
  graph.run(backward(made, checked, wanted, given), results, arguments, made.backward[key])
  copy_back(context, compact(wanted), staged)
end

return binding
