-- Operations of users (op.lua) as values of a graph.
--
--   custom.apply(spec) → a list of values, one a result: ops.custom
--   custom.of(declaration, values, parameters, out_types)   the same of what was found already
--   custom.prepare(v, target, results) → what runs it, when sizes are known
--   custom.gradients(v, gradients) → the gradients of its operands
--
-- What an operation is made of (foreach, graph) is put in its place, so that it is fused with what is
-- around it. One with functions of its own is a value of kind "custom", of which each result is one of
-- kind "result".
local native = require "graph.native"
local op = require "op"
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
  return custom.of(op.find(spec.name, builder.libraries), values, spec.parameters, spec.out_types)
end

---The results of an operation whose declaration is there.
---@param made table
---@param values table[]
---@param parameters? table
---@param out_types? { dtype?: string, shape?: table }[]
---@return table[]
function custom.of(made, values, parameters, out_types)
  local builder = value.builder()
  local call = op.infer(made, describe(values), parameters, out_types)
  if made.foreach or made.graph then
    local before = builder.origin
    builder.origin = made.name
    local good, results = pcall(op.expand, made, values, call)
    builder.origin = before
    if not good then error(results, 0) end
    return custom.check_results(made, results, call)
  end
  local results = describe(call.outputs)
  local attributes = { name = made.name, parameters = call.parameters, results = results,
                       operation = { key = key_of(made), made = made } }
  local node, list = value.new(sources.custom, values, attributes, "", {}), {}
  for number, result in ipairs(results) do
    list[number] = value.new(sources.result, { node }, { number = number, dtype = result.dtype, shape = result.shape },
                             result.dtype, result.shape)
  end
  return list
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
  local call = at_its_line(v, op.prepare, made, target, v.attributes.results, describe(v.inputs), v.attributes.parameters)
  return {
    -- On a queue, with buffers of the results and of the operands.
    run = function(_, queue, results, operands) op.launch(made, call, queue, results, operands) end,
    -- Of tensors: the tensors of the results.
    compute = function(_, operands)
      local results = {}
      for i, result in ipairs(v.attributes.results) do
        results[i] = result.dtype == "bool" and tensor.zeros("int", result.shape):ne(0)
                     or tensor.zeros(result.dtype, result.shape)
      end
      op.launch(made, call, nil, results, operands)
      return results
    end,
  }
end

---@param v table # of kind "custom"
---@param given table<integer, table> # the gradients of its results, as far as there are any
---@return table[] # false where there is none
function custom.gradients(v, given)
  local ops, made = require "ops", v.attributes.operation.made
  if not made.gradient then
    value.fail(("%s: there is no gradient: give op.register one, as gradient = function(call) … end"):format(made.name))
  end
  local call = op.infer(made, describe(v.inputs), v.attributes.parameters, v.attributes.results)
  call.inputs, call.outputs, call.gradients = v.inputs, {}, {}
  for number, result in ipairs(v.attributes.results) do
    call.outputs[number] = value.new(sources.result, { v }, { number = number, dtype = result.dtype, shape = result.shape },
                                     result.dtype, result.shape)
    call.gradients[number] = given[number] or ops.full(result.shape, 0, result.dtype)
  end
  local results, list = native.call(made.gradient, call), {}
  if type(results) ~= "table" or value.is(results) then
    native.fail(("%s: gradient gives a list of values, one for each input, not %s"):format(made.name, type(results)))
  end
  for i = 1, #v.inputs do list[i] = results[i] or false end
  return list
end

return custom
