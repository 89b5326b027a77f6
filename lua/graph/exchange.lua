-- What programs in other languages hand to operations and graphs, and get back (graph/binding.lua).
--
-- An argument is a tensor, which shares the program's memory, or a table { buffer, shape, dtype } of a
-- buffer of the program's. Where two arguments are the same memory, they are one value. With a context
-- tensors are copied to its device and, for outputs, back.
local array = require "graph.array"
local tensor = require "tensor"
local text = require "graph.text"

local exchange = {}

-- Arguments as operations take them, and what is to be copied back. `staged` has what was made on the
-- device, by tensor.
---@param context gpu.DeviceContext?
---@param list (table|false)[] # false: there is none
---@param staged table # of this call
---@param is_output boolean
function exchange.take(context, list, staged, is_output)
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
---@param context gpu.DeviceContext?
---@param outputs table[]
---@param staged table
function exchange.copy_back(context, outputs, staged)
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

-- The type and shape of an argument.
---@param given table
---@return { dtype: string, shape: integer[] }
function exchange.describe(given)
  if tensor.is(given) then return { dtype = given:type(), shape = given:shape() } end
  return { dtype = given.dtype, shape = given.shape }
end

return exchange
