-- Operations and graphs for programs in other languages: what libworkbench calls (host/library/ops.c,
-- graph.c).
--
--     binding.open(path)                  a library: its operations by name, and their names
--     binding.find(library, name)         the declaration; raises, with the nearest name
--     binding.describe(declaration)       what it says of itself, as texts
--     binding.call(declaration, parameters, context, outputs, inputs)
--     binding.infer(declaration, parameters, inputs)   → list of { dtype, shape }, one an output
--     binding.gradient(declaration, parameters, context, wanted, given, inputs)
--
-- Those of graphs are graph/loaded.lua's. exchange.lua says what arguments are.
local custom = require "graph.custom"
local exchange = require "graph.exchange"
local gradient = require "graph.gradient"
local graph = require "graph"
local libraries = require "graph.libraries"
local loaded = require "graph.loaded"
local matching = require "graph.matching"
local native = require "graph.native"
local operation = require "graph.operation"
local recent = require "graph.recent"
local value = require "graph.value"

local binding = {}

function binding.open(path) return libraries.open(path) end

function binding.find(library, name) return libraries.find_in(library, name) end

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

---- calls --------------------------------------------------------------------------------------

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

function binding.call(made, parameters, context, outputs, inputs)
  local staged = {}
  check_count(made, outputs, made.outputs, "output")
  check_count(made, inputs, made.inputs, "input")
  -- Inputs first: an output that is one, too, begins with its elements.
  local taken = exchange.take(context, inputs, staged, false)
  local arguments = exchange.take(context, outputs, staged, true)
  table.move(taken, 1, #taken, #arguments + 1, arguments)
  operation.call(made, parameters, table.unpack(arguments))
  exchange.copy_back(context, outputs, staged)
end

function binding.infer(made, parameters, inputs)
  check_count(made, inputs, made.inputs, "input")
  return operation.infer(made, each(inputs, exchange.describe), parameters).outputs
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
      local dtype = exchange.describe(inputs[i]).dtype
      if not value.is_float(dtype) then
        native.fail(("%s: the input '%s' is %s, and has no gradient"):format(made.name, made.inputs[i].name, dtype))
      end
    end
  end
  return some
end

-- The function of a graph: of the inputs, and of the gradients of those outputs that have one.
local function backward(made, parameters, wanted, given)
  local types = each(given, function(one) return one and exchange.describe(one) or {} end)
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
  local arguments = exchange.take(context, inputs, staged, false)
  local of_outputs = exchange.take(context, given, staged, false)
  local results = compact(exchange.take(context, wanted, staged, true))
  for _, one in ipairs(compact(of_outputs)) do arguments[#arguments + 1] = one end
  local checked = matching.parameters(made, parameters)
  made.backward = made.backward or recent.new()
  graph.run(backward(made, checked, wanted, given), results, arguments, made.backward,
    operation.key_of(made, checked) .. mask_of(wanted) .. "," .. mask_of(given))
  exchange.copy_back(context, compact(wanted), staged)
end

---- graphs -------------------------------------------------------------------------------------

binding.open_graph, binding.describe_graph = loaded.open, loaded.describe
binding.set_weights, binding.infer_graph = loaded.set_weights, loaded.infer
binding.execute, binding.explain = loaded.execute, loaded.explain

return binding
