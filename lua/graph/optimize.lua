-- The first steps of the compiler: sizes are bound, what is known is computed, what is there twice is
-- made once, and what nobody needs is left out.
--
--   optimize.bind(outputs, sizes, parts) → the same outputs with the sizes, of another builder
--
-- The graph is built again from its outputs, value by value. Values that nobody needs are never
-- reached (dead code); the builder makes each value once (common subexpressions); one whose operands
-- are all constants is computed here by its reference (constant folding). Arrays without elements
-- become constants, too, so that no kernel ever has nothing to do.
local dim = require "graph.dim"
local elementwise = require "graph.elementwise"
local inference = require "graph.inference"
local reductions = require "graph.reductions"
local sources = require "graph.sources"
local value = require "graph.value"
local views = require "graph.views"

local optimize = {}

-- Constants with more elements are computed where the others are.
local MOST_FOLDED = 4096

-- Attributes with numbers in place of symbols.
local function bind(attribute, sizes)
  if dim.is(attribute) then
    local bound = dim.bind(attribute, sizes)
    if dim.is(bound) then value.fail(("%s is not the size of an input"):format(dim.text(bound))) end
    return bound
  end
  if type(attribute) ~= "table" or attribute.key then return attribute end
  local bound = {}
  for name, field in pairs(attribute) do bound[name] = bind(field, sizes) end
  return bound
end

local function constant(tensor, dtype, shape)
  local builder = value.builder()
  builder.constants = (builder.constants or 0) + 1
  local attributes = { tensor = tensor, key = "folded " .. builder.constants, dtype = dtype, shape = shape }
  return value.new(sources.constant, {}, attributes, dtype, shape)
end

local function full(number, dtype, shape)
  return value.new(sources.full, {}, { value = number, dtype = dtype, shape = shape }, dtype, shape)
end

local function is_full(v, number)
  return v.definition == sources.full and (number == nil or v.attributes.value == number)
end

-- x * 1, x / 1 and x - 0 are x in every bit; x + 0 is not, where x is -0.
local function without_effect(definition, inputs)
  local a, b = inputs[1], inputs[2]
  if definition == elementwise.mul and is_full(b, 1) then return a end
  if definition == elementwise.mul and is_full(a, 1) then return b end
  if definition == elementwise.div and is_full(b, 1) then return a end
  if definition == elementwise.sub and is_full(b, 0) then return a end
end

-- A view of a view of the same kind is one.
local function joined(definition, inputs, attributes)
  local inner = inputs[1]
  if not inner or inner.definition ~= definition then return nil end
  if definition == views.reshape then
    if value.same_shape(inner.inputs[1].shape, attributes.shape) then return inner.inputs[1] end
    return value.new(definition, inner.inputs, attributes, inner.dtype, attributes.shape)
  elseif definition == views.broadcast_to then
    return value.new(definition, inner.inputs, attributes, inner.dtype, attributes.shape)
  elseif definition == views.permute then
    local axes, shape, same = {}, {}, true
    for i, axis in ipairs(attributes.axes) do
      axes[i] = inner.attributes.axes[axis + 1]
      shape[i] = inner.shape[axis + 1]
      same = same and axes[i] == i - 1
    end
    if same then return inner.inputs[1] end
    return value.new(definition, inner.inputs, { axes = axes }, inner.dtype, shape)
  end
end

local function is_known(v)
  local kind = v.definition.kind
  return kind == "constant" or kind == "full" or kind == "iota"
end

-- All operands are constants, and computing is quick. What repeats or fills up elements is left to
-- the kernels, which need not read more of them than there are.
local function fold(definition, inputs, attributes, dtype, shape)
  local most, given = value.count(shape), 0
  if #inputs == 0 or definition.reference == nil then return nil end
  local all_full = definition.kind == "map"
  for _, input in ipairs(inputs) do
    if not is_known(input) then return nil end
    given = given + (is_full(input) and most or value.count(input.shape))
    most = math.max(most, value.count(input.shape))
    all_full = all_full and is_full(input)
  end
  if definition.kind == "view" and value.count(shape) > given then return nil end
  if (most > MOST_FOLDED and not all_full) or dtype == "half" or #shape > 6 then return nil end
  local v = { definition = definition, inputs = inputs, attributes = attributes, dtype = dtype, shape = shape }
  if all_full then
    v.shape = {}
    local one = {}
    for i, input in ipairs(inputs) do one[i] = full(input.attributes.value, input.dtype, {}) end
    v.inputs = one
  end
  local reference = require "graph.reference"
  local good, tensor = pcall(reference.compute, v)
  if not good then return nil end -- what tensors cannot do
  if all_full then
    local number = tensor:at()
    if number == true or number == false then number = number and 1 or 0 end
    return full(number, dtype, shape)
  end
  return constant(tensor, dtype, shape)
end

-- Where there are no elements, or nothing is added up.
local function without_elements(definition, inputs, attributes, dtype, shape)
  if definition.kind == "custom" or definition.kind == "result" or definition.kind == "input" then return nil end
  if value.count(shape) == 0 then return full(0, dtype, shape) end
  local empty = inputs[1] and value.count(inputs[1].shape) == 0
  if definition == reductions.sum and empty then return full(0, dtype, shape) end
  if definition == reductions.max and empty and attributes.of_nothing then return full(0, dtype, shape) end
  if definition == reductions.prod and empty then return full(1, dtype, shape) end
  if definition == sources.matmul and empty then return full(0, dtype, shape) end
  if definition == sources.gather and empty then return full(0, dtype, shape) end
  if definition == sources.scatter_add and value.count(inputs[2].shape) == 0 then return inputs[1] end
  if definition == views.unslice and empty then return full(0, dtype, shape) end
  if definition == views.unwindows and empty then return full(0, dtype, shape) end
  if definition == views.pad and empty then return full(attributes.value, dtype, shape) end
end

-- Long reductions to few elements would leave most of the device without work: so they are made of two,
-- of parts and of the parts' results. One axis, or neighbours that are all reduced, becomes two.

local LONG, LONG_COLUMN, SHORTEST = 8192, 512, 64

local function make(definition, inputs, attributes)
  local dtype, shape = inference.of(definition, inputs, attributes)
  return value.new(definition, inputs, attributes, dtype, shape)
end

-- The longest run of neighbouring axes that are reduced: the first and the last, from 1, and elements.
local function longest_run(shape, axes)
  local best, first, last, length
  for i, axis in ipairs(axes) do
    if i > 1 and axes[i - 1] == axis - 1 then
      last, length = axis + 1, length * shape[axis + 1]
    else
      first, last, length = axis + 1, axis + 1, shape[axis + 1]
    end
    if not best or length > best.length then best = { first = first, last = last, length = length } end
  end
  return best
end

-- So many parts, if they can be of the same size; else those that are about as many, of which the last
-- is filled up.
local function choose_parts(length, wanted)
  for parts = wanted, 2 * wanted do
    if length % parts == 0 then return parts, length // parts end
  end
  local size = (length + wanted - 1) // wanted
  return (length + size - 1) // size, size
end

local function split(definition, inputs, attributes, shape)
  local parts_wanted, a = value.builder().parts, inputs[1]
  if not parts_wanted or definition.kind ~= "reduce" or definition.keeps_place then return nil end
  local kept = value.count(shape)
  local run = longest_run(a.shape, attributes.axes)
  -- Where the last axis is kept, rows run across the memory, and each is one work-item's.
  local across = #attributes.axes > 0 and attributes.axes[#attributes.axes] ~= #a.shape - 1
  local wanted = across and parts_wanted.columns or parts_wanted.rows
  if kept * 2 > wanted or not run or run.length < (across and LONG_COLUMN or LONG) then return nil end
  local parts, size = choose_parts(run.length, math.max(math.min(wanted // kept, run.length // SHORTEST), 2))
  -- The run as one axis, filled up, and that as two.
  local flat = table.move(a.shape, 1, run.first - 1, 1, {})
  flat[run.first] = run.length
  table.move(a.shape, run.last + 1, #a.shape, run.first + 1, flat)
  local v = make(views.reshape, { a }, { shape = flat })
  if parts * size > run.length then
    local before, after = {}, {}
    for axis = 1, #flat do before[axis], after[axis] = 0, 0 end
    after[run.first] = parts * size - run.length
    v = make(views.pad, { v }, { before = before, after = after, value = reductions.identity(definition, a.dtype) })
  end
  local two = table.move(flat, 1, #flat, 1, {})
  two[run.first] = parts
  table.insert(two, run.first + 1, size)
  v = make(views.reshape, { v }, { shape = two })
  local gone, first_axes, second_axis = run.last - run.first, { run.first }, run.first - 1
  for _, axis in ipairs(attributes.axes) do
    if axis + 1 < run.first then
      first_axes[#first_axes + 1] = axis
      second_axis = second_axis - 1
    elseif axis + 1 > run.last then
      first_axes[#first_axes + 1] = axis - gone + 1
    end
  end
  table.sort(first_axes)
  local partial = make(definition, { v }, { axes = first_axes })
  return make(definition, { partial }, { axes = { second_axis } })
end

local function rebuild(v, inputs, sizes)
  local attributes, definition = v.attributes, v.definition
  if not attributes.tensor and sizes then attributes = bind(attributes, sizes) end
  if definition.kind == "custom" then return value.new(definition, inputs, attributes, "", {}) end
  local dtype, shape = inference.of(definition, inputs, attributes)
  return without_elements(definition, inputs, attributes, dtype, shape)
      or without_effect(definition, inputs)
      or joined(definition, inputs, attributes)
      or fold(definition, inputs, attributes, dtype, shape)
      or split(definition, inputs, attributes, shape)
      or value.new(definition, inputs, attributes, dtype, shape)
end

---The values that the outputs need, each after those that it takes. (A graph may be deeper than
---Lua's stack.)
---@param outputs table[]
function optimize.order(outputs)
  local seen, order = {}, {}
  local stack = {}
  for i = #outputs, 1, -1 do stack[#stack + 1] = outputs[i] end
  while #stack > 0 do
    local v, ready = stack[#stack], true
    if not seen[v] then
      for i = #v.inputs, 1, -1 do
        if not seen[v.inputs[i]] then
          stack[#stack + 1] = v.inputs[i]
          ready = false
        end
      end
    end
    if ready then
      stack[#stack] = nil
      if not seen[v] then
        seen[v] = true
        order[#order + 1] = v
      end
    end
  end
  return order
end

-- What stands in the place of an operation that is made of others: the gradient, for which its parts were
-- there, is in the graph already.
local function expansion_of(part, made)
  local composed = part.inputs[1]
  local attributes = composed.attributes
  return made[composed.inputs[#attributes.operation.made.inputs + part.attributes.number]]
end

-- Whether an operation became something that is there without it: a constant, or an operand.
local function is_gone(made, v, inputs)
  if not value.computes(made) and made.definition ~= v.definition then return true end
  for _, input in ipairs(inputs) do
    if made == input then return true end
  end
  return false
end

---@param outputs table[]
---@param sizes? table<string, integer> # of symbols
---@param parts? { rows: integer, columns: integer } # that long reductions are split into; nil: into none
---@return table[] outputs # of a new builder
---@return graph.Builder
function optimize.bind(outputs, sizes, parts)
  local builder, made, bound = value.build(), {}, {}
  builder.parts = parts
  value.within(builder, function()
    for _, v in ipairs(optimize.order(outputs)) do
      local inputs, kind = {}, v.definition.kind
      for i, input in ipairs(v.inputs) do inputs[i] = made[input] end
      builder.place, builder.origin = v.place, v.origin
      if kind == "part" then
        made[v] = expansion_of(v, made)
      elseif kind ~= "composed" then
        made[v] = rebuild(v, inputs, sizes)
      end
      if value.computes(v) and is_gone(made[v], v, inputs) then builder.folded = (builder.folded or 0) + 1 end
    end
  end)
  for i, output in ipairs(outputs) do bound[i] = made[output] end
  return bound, builder
end

return optimize
