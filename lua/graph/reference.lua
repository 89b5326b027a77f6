-- The CPU's path: every operation by its reference, one after the other, on tensors.

local reference = {}

---The tensor of a value whose operands are constants, or are given.
---@param v table
---@param operands? tensor[]
function reference.compute(v, operands)
  local definition = v.definition
  if not operands then
    operands = {}
    for i, input in ipairs(v.inputs) do operands[i] = reference.compute(input) end
  end
  if definition.kind == "map" then
    if definition.name == "cast" then return definition.reference(operands[1], v.attributes) end
    return definition.reference(table.unpack(operands))
  elseif definition.kind == "reduce" then
    return reference.reduce(v, operands[1])
  end
  return definition.reference(v, table.unpack(operands))
end

-- Along several axes: those of sums one after the other, from the last; of places, all as one.
function reference.reduce(v, a)
  local definition, axes = v.definition, v.attributes.axes
  if not definition.keeps_place then
    for i = #axes, 1, -1 do
      local shape = a:shape()
      table.remove(shape, axes[i] + 1)
      a = definition.reference(a, axes[i])
      if type(a) == "number" then a = require("tensor").full(v.dtype, {}, a) end
      a = a:reshape(shape)
    end
    return a
  end
  local order, gone, kept, reduced = {}, {}, {}, 1
  for _, axis in ipairs(axes) do gone[axis] = true end
  for axis = 0, a:rank() - 1 do
    if not gone[axis] then
      order[#order + 1] = axis
      kept[#kept + 1] = a:size(axis)
    else
      reduced = reduced * a:size(axis)
    end
  end
  table.move(axes, 1, #axes, #order + 1, order)
  if #order > 1 then a = a:transpose(table.unpack(order)) end
  local shape = { table.unpack(kept) }
  shape[#shape + 1] = reduced
  local places = definition.reference(a:reshape(shape), #shape - 1)
  if type(places) == "number" then places = require("tensor").full("int", {}, places) end
  return places:reshape(kept):astype("int")
end

return reference
