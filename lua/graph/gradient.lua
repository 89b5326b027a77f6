-- Gradients: reverse-mode differentiation of a graph, which gives more of the graph.
--
--   gradient.of(loss, values) → a list of values: the gradient of the loss with respect to each
--   gradient.pull(results, gradients, values) → the same, where the results' gradients are given
--
-- The values that the loss is made of are gone through from the last to the first. Each hands the
-- gradient that has come together for it on to its operands, by the rule of its operation (the field
-- `gradient` in elementwise.lua, views.lua, …; an operation of a user has its own in op.register).
-- Gradients that come by several ways are added. Optimizing leaves out what nobody needs.
local native = require "graph.native"
local optimize = require "graph.optimize"
local value = require "graph.value"

local gradient = {}

-- Values on the way from one of the wanted ones to the loss.
local function find_needed(order, wanted)
  local needed = {}
  for _, v in ipairs(wanted) do needed[v] = true end
  for _, v in ipairs(order) do
    for _, input in ipairs(v.inputs) do needed[v] = needed[v] or needed[input] end
  end
  return needed
end

-- Gradients of halves, which are only stored and moved, are floats.
local function type_of(v) return v.dtype == "half" and "float" or v.dtype end

local function check_gradient(v, input, number, g)
  if not value.is(g) then
    native.fail(("gradient of %s: the gradient of operand %d is %s, and must be a value of the graph"):format(
      v.attributes.name or v.definition.name, number, type(g)))
  end
  if g.dtype ~= type_of(input) or not value.same_shape(g.shape, input.shape) then
    value.fail(("gradient of %s: the gradient of operand %d is %s, and must be %s"):format(
      v.attributes.name or v.definition.name, number, value.text(g), type_of(input) .. value.shape_text(input.shape)))
  end
end

-- What a value hands on: a list of one gradient an operand, false where there is none.
local function hand_on(v, g)
  if v.definition.kind == "custom" or v.definition.kind == "composed" then return require("graph.custom").gradients(v, g) end
  if not v.definition.gradient then
    value.fail(("there is no gradient of %s"):format(v.definition.name))
  end
  local list = {}
  local given = table.pack(v.definition.gradient(value.inner, g, v, table.unpack(v.inputs)))
  for i = 1, #v.inputs do list[i] = given[i] or false end
  return list
end

---@param loss table # with one element
---@param values table[]
---@return table[]
function gradient.of(loss, values)
  local ops = require "ops"
  if not value.is(loss) then native.fail("grad: the first argument is a value of the graph") end
  if type(values) ~= "table" or value.is(values) then native.fail("grad: the second argument is a list of values") end
  if not value.is_float(loss.dtype) or value.count(loss.shape) ~= 1 then
    native.fail(("grad: the loss is %s, and must be one float or double: a sum, or a mean"):format(value.text(loss)))
  end
  for i, v in ipairs(values) do
    if not value.is(v) or not value.is_float(v.dtype) then
      native.fail(("grad: value %d is %s, and must be a value of float or double"):format(i, value.is(v) and value.text(v) or type(v)))
    end
  end
  return gradient.pull({ loss }, { ops.full(loss.shape, 1, loss.dtype) }, values)
end

---@param results table[]
---@param given table[] # the gradient of each, of its type and shape
---@param values table[]
---@return table[]
function gradient.pull(results, given, values)
  local ops = require "ops"
  local order = optimize.order(results)
  local needed = find_needed(order, values)
  local gradients = {}
  for i, v in ipairs(results) do gradients[v] = gradients[v] and gradients[v] + given[i] or given[i] end
  -- Of an operation with several results, a list with one gradient for each.
  local of_results = {}
  for i = #order, 1, -1 do
    local v = order[i]
    local g = gradients[v] or of_results[v]
    if g and needed[v] and (v.definition.kind == "result" or v.definition.kind == "part") then
      local custom = v.inputs[1]
      of_results[custom] = of_results[custom] or {}
      of_results[custom][v.attributes.number] = g
    elseif g and needed[v] and #v.inputs > 0 then
      for number, more in ipairs(hand_on(v, g)) do
        local input = v.inputs[number]
        if more and needed[input] and value.is_float(type_of(input)) then
          check_gradient(v, input, number, more)
          gradients[input] = gradients[input] and gradients[input] + more or more
        end
      end
    end
  end
  local list = {}
  for i, v in ipairs(values) do list[i] = gradients[v] or ops.full(v.shape, 0, v.dtype) end
  return list
end

return gradient
