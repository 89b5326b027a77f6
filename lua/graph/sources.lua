-- Operations that are not made of elements of others one by one: where values come from, and those
-- that have kernels of their own (library/) or are the user's (op.lua).
local tensor = require "tensor"
local value = require "graph.value"

local sources = {}

-- Integers wrap: Lua's are longs.
local function wrap(dtype, x)
  local bits = value.bytes_of(dtype) * 8
  if not value.is_integer(dtype) or bits == 64 then return x end
  x = x & (1 << bits) - 1
  if dtype:sub(1, 1) ~= "u" and x >> (bits - 1) == 1 then x = x - (1 << bits) end
  return x
end

local function is_less(dtype, a, b)
  if dtype == "ulong" then return math.ult(a, b) end
  return a < b
end

local function define(row) sources[row.name] = row end

-- What an execution is given, and what a model is loaded with. An input has attributes.number, and the name
-- that the graph's function has for it, if any.
define { name = "input", kind = "input", gradient = function() end }
define { name = "weight", kind = "input", gradient = function() end }
-- attributes.tensor, which nobody changes any more.
define { name = "constant", kind = "constant",
  reference = function(v) return v.attributes.tensor end, gradient = function() end }
-- Every element is attributes.value.
define { name = "full", kind = "full",
  reference = function(v)
    if v.dtype == "bool" then return tensor.full("int", v.shape, v.attributes.value):ne(0) end
    return tensor.full(v.dtype, v.shape, v.attributes.value)
  end, gradient = function() end }
-- Every element is its own place along attributes.axis.
define { name = "iota", kind = "iota",
  reference = function(v)
    local axis = v.attributes.axis + 1
    local shape = {}
    for k = 1, #v.shape do shape[k] = k == axis and v.shape[k] or 1 end
    return tensor.range(v.dtype, { v.shape[axis] }):reshape(shape):expand(v.shape)
  end, gradient = function() end }

-- Along attributes.axis, the element whose index the second operand has; 0 where there is none: an
-- index is from 0 to the size of the axis.
define { name = "gather", kind = "gather",
  reference = function(v, data, indices)
    local axis, is_bool = v.attributes.axis, data:type() == "bool"
    if is_bool then data = data:astype("uchar") end
    local size, shape = data:size(axis), data:shape()
    shape[axis + 1] = 1
    local padded = tensor.concat({ data, tensor.zeros(data:type(), shape) }, axis)
    local flat = indices:astype("long"):reshape { indices:count() }
    local good = tensor.where(flat:ge(0), flat, size):minimum(size)
    local found = padded:gather(good, axis):reshape(v.shape)
    return is_bool and found:ne(0) or found
  end,
  gradient = function(ops, g, v, data, indices)
    return ops.scatter_add_along(ops.full(data.shape, 0, g.dtype), indices, g, v.attributes.axis)
  end }

-- The first operand and, at the index that the second has, the rows of the third, which are added
-- in their order. An index that is no row's is left out.
define { name = "scatter_add", kind = "library",
  reference = function(_, base, indices, updates)
    local result, width, rows = base:copy(), 1, base:size(0)
    for axis = 1, base:rank() - 1 do width = width * base:size(axis) end
    local flat = result:reshape { result:count() }
    local added = updates:reshape { updates:count() }
    local j = 0
    for _, row in indices:reshape { indices:count() }:each() do
      if row >= 0 and row < rows then
        for column = 0, width - 1 do
          local place = row * width + column
          flat:set(place, wrap(base:type(), flat:at(place) + added:at(j * width + column)))
        end
      end
      j = j + 1
    end
    return flat:reshape(base:shape())
  end,
  gradient = function(ops, g, _, _, indices) return g, nil, ops.gather(g, indices, 0) end }

-- [batch, m, k] times [batch, k, n]; either may have no batch.
define { name = "matmul", kind = "library",
  reference = function(v, a, b)
    if #v.shape == 2 then return a:matmul(b) end
    local products = {}
    for i = 0, v.shape[1] - 1 do
      local one = a:rank() == 3 and a:pick(i, 0) or a
      local other = b:rank() == 3 and b:pick(i, 0) or b
      products[i + 1] = one:matmul(other):reshape { 1, v.shape[2], v.shape[3] }
    end
    if #products == 0 then return tensor.zeros(v.dtype, v.shape) end
    return tensor.concat(products, 0)
  end,
  gradient = function(ops, g, _, a, b)
    local function one_batch(gradient, operand)
      if #gradient.shape > #operand.shape then return ops.sum(gradient, { 0 }) end
      return gradient
    end
    return one_batch(ops.matmul(g, ops.transpose(b)), a), one_batch(ops.matmul(ops.transpose(a), g), b)
  end }

-- Sums of all elements up to each, along attributes.axis; with exclusive, without the element itself;
-- with reverse, from the end.
define { name = "cumsum", kind = "library",
  reference = function(v, a)
    local attributes = v.attributes
    if v.shape[attributes.axis + 1] == 0 then return a end
    if attributes.reverse then a = a:flip(attributes.axis) end
    a = a:cumsum(attributes.axis, attributes.exclusive)
    return attributes.reverse and a:flip(attributes.axis) or a
  end,
  gradient = function(ops, g, v)
    local attributes = v.attributes
    return ops.cumsum(g, attributes.axis, { exclusive = attributes.exclusive, reverse = not attributes.reverse })
  end }

-- The places that would sort the last axis; equal elements keep their order, NaN comes last.
define { name = "argsort", kind = "library",
  reference = function(v, a)
    local length = v.shape[#v.shape]
    local flat = a:reshape { a:count() }
    local places = tensor.zeros("int", { a:count() })
    for row = 0, length > 0 and a:count() // length - 1 or -1 do
      local order = {}
      for i = 0, length - 1 do order[i + 1] = { i, flat:at(row * length + i) } end
      table.sort(order, function(p, q)
        local x, y = p[2], q[2]
        if x ~= x or y ~= y then
          if x == x or y == y then return x == x end
          return p[1] < q[1]
        end
        if x == y then return p[1] < q[1] end
        if v.attributes.descending then return is_less(a:type(), y, x) end
        return is_less(a:type(), x, y)
      end)
      for i, entry in ipairs(order) do places:set(row * length + i - 1, entry[1]) end
    end
    return places:reshape(v.shape)
  end, gradient = function() end }

-- An operation of op.lua, which has one result or several.
define { name = "custom", kind = "custom" }
define { name = "result", kind = "result" }
-- One that is made of others, and has a gradient of its own.
define { name = "composed", kind = "composed" }
define { name = "part", kind = "part" }

return sources
