-- Operations of users (op.lua) as values of a graph.
--
--   custom.apply(spec) → a list of values, one a result: ops.custom
--   custom.of(declaration, values, parameters, out_types)   the same of what was found already
--   custom.prepare(v, target, results) → what runs it, when sizes are known
--   custom.gradients(v, gradients) → the gradients of its operands
--
-- What an operation is made of (foreach, graph) is put in its place, so that it is fused with what is
-- around it. One with functions of its own is a value of kind "custom", of which each result is one of
-- kind "result". Where one that is made of others has a gradient of its own, its results are of kind
-- "part" of a value of kind "composed", which takes the inputs, and then what stands in its place: these
-- are for gradients, and are gone where sizes are bound (optimize.lua).
local libraries = require "graph.libraries"
local native = require "graph.native"
local operation = require "graph.operation"
local sources = require "graph.sources"
local tensor = require "tensor"
local value = require "graph.value"

local custom = {}

-- Declarations are not told apart by their texts.
local numbers, count = setmetatable({}, { __mode = "k" }), 0
local function key_of(made)
  if not numbers[made] then
    count = count + 1
    numbers[made] = count
  end
  return ("operation %d"):format(numbers[made])
end

local function describe(values)
  local list = {}
  for i, v in ipairs(values) do list[i] = { dtype = v.dtype, shape = v.shape } end
  return list
end

local function check_spec(spec)
  if type(spec) ~= "table" or type(spec.name) ~= "string" then
    native.fail("custom: it takes a table { name = …, values = { … }, out_types = { … }, parameters = { … } }")
  end
  for key in pairs(spec) do
    if key ~= "name" and key ~= "values" and key ~= "out_types" and key ~= "parameters" then
      native.fail(("custom: there is no '%s': name, values, out_types, parameters"):format(tostring(key)))
    end
  end
  for i, v in ipairs(spec.values or {}) do
    if not value.is(v) then native.fail(("%s: value %d is %s, and must be a value of the graph"):format(spec.name, i, type(v))) end
  end
end

---@param spec { name: string, values: table[], out_types?: table[], parameters?: table }
function custom.apply(spec)
  check_spec(spec)
  local builder, values = value.builder(), spec.values or {}
  if not builder then native.fail(spec.name .. ": graphs are built in the function that graph.Graph is given") end
  return custom.of(libraries.find(spec.name, builder.libraries), values, spec.parameters, spec.out_types)
end

-- A result of a value of kind "custom" or "composed".
local function result_of(node, number)
  local result = node.attributes.results[number]
  local definition = node.definition == sources.custom and sources.result or sources.part
  return value.new(definition, { node }, { number = number, dtype = result.dtype, shape = result.shape }, result.dtype,
                   result.shape)
end

-- A value of one of these kinds, and its results.
local function results_of(definition, made, call, inputs)
  local attributes = { name = made.name, parameters = call.parameters, results = describe(call.outputs),
                       operation = { key = key_of(made), made = made } }
  local node, list = value.new(definition, inputs, attributes, "", {}), {}
  for number in ipairs(attributes.results) do list[number] = result_of(node, number) end
  return list
end

---The results of an operation whose declaration is there.
---@param made table
---@param values table[]
---@param parameters? table
---@param out_types? { dtype?: string, shape?: table }[]
---@return table[]
function custom.of(made, values, parameters, out_types)
  local builder = value.builder()
  local call = operation.infer(made, describe(values), parameters, out_types)
  if made.foreach or made.graph then
    local before = builder.origin
    builder.origin = made.name
    local good, results = pcall(operation.expand, made, values, call)
    builder.origin = before
    if not good then error(results, 0) end
    results = custom.check_results(made, results, call)
    if not made.gradient then return results end
    return results_of(sources.composed, made, call, table.move(results, 1, #results, #values + 1, { table.unpack(values) }))
  end
  return results_of(sources.custom, made, call, values)
end

-- What foreach and graph give must be what the operation declares; a number becomes an array.
function custom.check_results(made, results, call)
  local ops = require "ops"
  for i, result in ipairs(results) do
    local wanted = call.outputs[i]
    if not value.is(result) then result = ops.full(wanted.shape, result, wanted.dtype) end
    if result.dtype ~= wanted.dtype or not value.same_shape(result.shape, wanted.shape) then
      native.fail(("%s: result %d is %s, and is declared as %s%s"):format(made.name, i, value.text(result), wanted.dtype,
                                                                        value.shape_text(wanted.shape)))
    end
    results[i] = result
  end
  return results
end

-- Errors that come with sizes are those of the line that made the value.
local function at_its_line(v, f, ...)
  local function check(good, ...)
    if good then return ... end
    local message = tostring((...))
    if v.place then message = v.place .. ": " .. message:gsub("^[^\n:]+:%d+: ", "") end
    error(message, 0)
  end
  return check(pcall(f, ...))
end

---@param v table # of kind "custom", with all sizes
---@param target "cpu"|"gpu"
function custom.prepare(v, target)
  local made = v.attributes.operation.made
  local call = at_its_line(v, operation.prepare, made, target, v.attributes.results, describe(v.inputs), v.attributes.parameters)
  return {
    -- On a queue, with buffers of the results and of the operands.
    run = function(_, queue, results, operands) operation.launch(made, call, queue, results, operands) end,
    -- Of tensors: the tensors of the results.
    compute = function(_, operands)
      local results = {}
      for i, result in ipairs(v.attributes.results) do
        results[i] = result.dtype == "bool" and tensor.zeros("int", result.shape):ne(0)
                     or tensor.zeros(result.dtype, result.shape)
      end
      operation.launch(made, call, nil, results, operands)
      return results
    end,
  }
end

local function check_gradients(made, results)
  if type(results) ~= "table" or value.is(results) then
    native.fail(("%s: gradient gives a list of values, one for each input, not %s"):format(made.name, type(results)))
  end
  for key in pairs(results) do
    if not made.inputs[key] then
      native.fail(("%s: gradient gives a list of values, one for each input (%d), and this one has an entry [%s]"):format(
        made.name, #made.inputs, tostring(key)))
    end
  end
end

---@param v table # of kind "custom" or "composed"
---@param given table<integer, table> # the gradients of its results, as far as there are any
---@return table[] # false where there is none
function custom.gradients(v, given)
  local ops, made = require "ops", v.attributes.operation.made
  if not made.gradient then
    value.fail(("%s: there is no gradient: give op.register one, as gradient = function(call) … end"):format(made.name))
  end
  local inputs = table.move(v.inputs, 1, #made.inputs, 1, {})
  local call = operation.infer(made, describe(inputs), v.attributes.parameters, v.attributes.results)
  call.inputs, call.outputs, call.gradients = inputs, {}, {}
  for number, result in ipairs(v.attributes.results) do
    call.outputs[number] = result_of(v, number)
    call.gradients[number] = given[number] or ops.full(result.shape, 0, result.dtype)
  end
  local results, list = native.call(made.gradient, call), {}
  check_gradients(made, results)
  for i = 1, #v.inputs do list[i] = results[i] or false end
  return list
end

return custom
