-- The CPU's path of graphs that work element by element alone: a block of elements goes through all
-- operations while it is in the processor's cache, and needs no arrays between them.
--
--   blocks.plan(outputs, order) → plan, or nil where the graph does more, or is small
--   blocks.run(plan, made, into) → whether that went well; what is in `into` is nothing where not
--
-- Each operation's reference computes each block, so that results are those of the whole arrays in
-- every bit. A block may have no result, as an integer divided by zero: the whole is computed then,
-- whose error has the element's number.
local native = require "graph.native"
local reference = require "graph.reference"
local sources = require "graph.sources"
local value = require "graph.value"
local views = require "graph.views"

local blocks = {}

-- Elements of a block: several of them fit a cache of the second level.
local SIZE = 8192
-- With fewer elements a block costs more than the memory of the arrays.
local FEWEST = 4 * SIZE

-- The number that the value is everywhere.
local function filled(v)
  if v.definition == views.broadcast_to or v.definition == views.reshape then v = v.inputs[1] end
  return v.definition == sources.full and v.attributes.value or nil
end

-- A value's step in a plan; nil where it is none of elements alone.
local function step_of(v, shape)
  local number, kind = filled(v), v.definition.kind
  if number then return { v = v, number = number } end
  if not value.same_shape(v.shape, shape) then return nil end
  if kind == "input" or kind == "constant" then return { v = v, is_given = true } end
  return kind == "map" and { v = v } or nil
end

---@param outputs table[] # all sizes are numbers
---@param order table[] # of optimize.order
function blocks.plan(outputs, order)
  local shape, plan = outputs[1].shape, { outputs = outputs, steps = {} }
  plan.count = value.count(shape)
  if plan.count < FEWEST then return nil end
  for _, output in ipairs(outputs) do
    if not value.same_shape(output.shape, shape) or output.definition.kind ~= "map" then return nil end
  end
  -- What fills others is in their steps.
  local used = {}
  for i = #order, 1, -1 do
    local v = order[i]
    if used[v] or v.definition.kind == "map" then
      local step = step_of(v, shape)
      if not step then return nil end
      table.insert(plan.steps, 1, step)
      if not step.number then
        for _, input in ipairs(v.inputs) do used[input] = true end
      end
    end
  end
  return plan
end

local function fill(v, number, count)
  local shape = { count }
  local attributes = { value = number, dtype = v.dtype, shape = shape }
  return reference.compute({ definition = sources.full, inputs = {}, attributes = attributes, dtype = v.dtype, shape = shape }, {})
end

local function run(plan, made, into)
  local filled_blocks, filled_count = {}, 0
  for first = 0, plan.count - 1, SIZE do
    local count, block = math.min(SIZE, plan.count - first), {}
    if count ~= filled_count then filled_blocks, filled_count = {}, count end
    for _, step in ipairs(plan.steps) do
      local v = step.v
      if step.number then
        filled_blocks[v] = filled_blocks[v] or fill(v, step.number, count)
        block[v] = filled_blocks[v]
      elseif step.is_given then
        block[v] = native.part(made[v] or v.attributes.tensor, first, count)
      else
        local operands = {}
        for i, input in ipairs(v.inputs) do operands[i] = block[input] end
        block[v] = reference.compute(v, operands)
      end
    end
    for i, output in ipairs(plan.outputs) do native.set_part(into[i], first, block[output]) end
  end
end

---@param plan table
---@param made table<table, tensor> # of inputs and weights
---@param into tensor[] # one an output, other memory than that of inputs
---@return boolean
function blocks.run(plan, made, into) return (pcall(run, plan, made, into)) end

return blocks
