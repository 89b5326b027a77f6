-- Operations that move elements and compute nothing: reshape, permute, slice, pad, concat, … .
--
-- None of them copies anything when it is fused: an element of a view is an element of what it is a
-- view of, at indices that follow by arithmetic (index.lua). Each row of the table has
--
--   pieces(v, indices)   where the element at these indices comes from: a list of pieces, of which
--                        the first whose tests all hold counts:
--                          { input = 1, indices = { … }, tests = { { index, least, greatest } } }
--                        A test may also have divisor = d: the index is a multiple of d. Where no
--                        piece counts the element is v.attributes.value, or 0.
--   reference(v, …)      the tensor that it gives of tensors
--   gradient(ops, g, v, …)
local index = require "graph.index"
local tensor = require "tensor"

local views = {}

local function define(row)
  row.kind = "view"
  views[row.name] = row
end

local function whole(indices) return { { input = 1, indices = indices, tests = {} } } end

local function copy(list) return table.move(list, 1, #list, 1, {}) end

-- The tensors of the library have six axes at most; bools have no arithmetic there.
local function by_flat(v, a, source)
  local flat = a:reshape { a:count() }
  local count = 1
  for _, size in ipairs(v.shape) do count = count * size end
  local places = tensor.build("int", { count }, source)
  return flat:gather(places, 0):reshape(v.shape)
end

-- The same elements in the same order: attributes.shape.
define { name = "reshape",
  pieces = function(v, indices) return whole(index.reshape(indices, v.shape, v.inputs[1].shape)) end,
  reference = function(v, a) return a:reshape(v.shape) end,
  gradient = function(ops, g, _, a) return ops.reshape(g, a.shape) end }

-- Axes of size 1 are repeated, and axes are put in front: attributes.shape.
define { name = "broadcast_to",
  pieces = function(v, indices)
    local shape, inner = v.inputs[1].shape, {}
    local skipped = #v.shape - #shape
    for axis, size in ipairs(shape) do
      inner[axis] = size == 1 and index.constant(0) or indices[axis + skipped]
    end
    return whole(inner)
  end,
  reference = function(v, a) return a:expand(v.shape) end,
  gradient = function(ops, g, v, a)
    local axes, skipped = {}, #v.shape - #a.shape
    for axis = 0, #v.shape - 1 do
      -- A size that is not known to be 1 is the same in both.
      if axis < skipped or a.shape[axis - skipped + 1] == 1 and v.shape[axis + 1] ~= 1 then axes[#axes + 1] = axis end
    end
    return ops.reshape(ops.sum(g, axes), a.shape)
  end }

-- Axis i of the result is axis attributes.axes[i + 1] of the operand.
define { name = "permute",
  pieces = function(v, indices)
    local inner = {}
    for axis, from in ipairs(v.attributes.axes) do inner[from + 1] = indices[axis] end
    return whole(inner)
  end,
  reference = function(v, a) return a:transpose(table.unpack(v.attributes.axes)) end,
  gradient = function(ops, g, v)
    local back = {}
    for axis, from in ipairs(v.attributes.axes) do back[from + 1] = axis - 1 end
    return ops.permute(g, back)
  end }

-- Of each axis the places first, first + step, … : attributes.first, attributes.step; the shape
-- says how many. Steps may be negative.
define { name = "slice",
  pieces = function(v, indices)
    local inner = {}
    for axis, first in ipairs(v.attributes.first) do
      inner[axis] = indices[axis] * v.attributes.step[axis] + first
    end
    return whole(inner)
  end,
  reference = function(v, a)
    for axis, first in ipairs(v.attributes.first) do
      local step = v.attributes.step[axis]
      local places = tensor.build("int", { v.shape[axis] }, function(i) return first + i * step end)
      a = a:gather(places, axis - 1)
    end
    return a
  end,
  gradient = function(ops, g, v, a) return ops.unslice(g, v.attributes, a.shape) end }

-- What a slice is the slice of, with zeros elsewhere.
define { name = "unslice",
  pieces = function(v, indices)
    local inner, tests = {}, {}
    for axis, first in ipairs(v.attributes.first) do
      local step, count = v.attributes.step[axis], v.inputs[1].shape[axis]
      local from_first = (indices[axis] - first) * (step < 0 and -1 or 1)
      step = math.abs(step)
      tests[#tests + 1] = { from_first, 0, (count - 1) * step, divisor = step }
      inner[axis] = index.div(from_first, step)
    end
    return { { input = 1, indices = inner, tests = tests } }
  end,
  reference = function(v, a)
    for axis, first in ipairs(v.attributes.first) do
      local step, count = v.attributes.step[axis], a:size(axis - 1)
      local shape = a:shape()
      shape[axis] = 1
      local padded = tensor.concat({ a, tensor.zeros(a:type(), shape) }, axis - 1)
      local places = tensor.build("int", { v.shape[axis] }, function(i)
        local from_first = i - first
        local place = from_first // step
        return from_first % step == 0 and place >= 0 and place < count and place or count
      end)
      a = padded:gather(places, axis - 1)
    end
    return a
  end,
  gradient = function(ops, g, v, a) return ops.slice_by(g, v.attributes, a.shape) end }

-- attributes.before[axis] times attributes.value in front of each axis; the shape says how long
-- all is.
define { name = "pad",
  pieces = function(v, indices)
    local inner, tests = {}, {}
    for axis, before in ipairs(v.attributes.before) do
      inner[axis] = indices[axis] - before
      tests[axis] = { inner[axis], 0, v.inputs[1].shape[axis] - 1 }
    end
    return { { input = 1, indices = inner, tests = tests } }
  end,
  reference = function(v, a)
    local is_bool = a:type() == "bool"
    if is_bool then a = a:astype("uchar") end
    for axis, before in ipairs(v.attributes.before) do
      a = a:pad(before, v.shape[axis] - before - a:size(axis - 1), v.attributes.value, axis - 1)
    end
    return is_bool and a:ne(0) or a
  end,
  gradient = function(ops, g, v, a)
    local step = {}
    for axis = 1, #a.shape do step[axis] = 1 end
    return ops.slice_by(g, { first = v.attributes.before, step = step }, a.shape)
  end }

-- One after the other along attributes.axis.
define { name = "concat",
  pieces = function(v, indices)
    local axis, begin, pieces = v.attributes.axis + 1, 0, {}
    for number, input in ipairs(v.inputs) do
      local size = input.shape[axis]
      local inner = copy(indices)
      inner[axis] = indices[axis] - begin
      if size > 0 then
        pieces[#pieces + 1] = { input = number, indices = inner, tests = { { inner[axis], 0, size - 1 } } }
      end
      begin = begin + size
    end
    return pieces
  end,
  reference = function(v, ...)
    local parts = { ... }
    if v.dtype ~= "bool" then return tensor.concat(parts, v.attributes.axis) end
    for i, part in ipairs(parts) do parts[i] = part:astype("uchar") end
    return tensor.concat(parts, v.attributes.axis):ne(0)
  end,
  gradient = function(ops, g, v)
    local gradients, begin = {}, 0
    for i, input in ipairs(v.inputs) do
      local size = input.shape[v.attributes.axis + 1]
      gradients[i] = ops.slice(g, begin, begin + size, v.attributes.axis)
      begin = begin + size
    end
    return table.unpack(gradients, 1, #v.inputs)
  end }

-- Windows along an axis, which become a new last axis: element (…, i, …, k) is that at
-- i * stride + k * dilation of the axis. Convolutions and pooling are made of them.
define { name = "windows",
  pieces = function(v, indices)
    local attributes, inner = v.attributes, copy(indices)
    local axis = attributes.axis + 1
    local within = table.remove(inner)
    inner[axis] = inner[axis] * attributes.stride + within * attributes.dilation
    return whole(inner)
  end,
  reference = function(v, a)
    local attributes = v.attributes
    local from, inner = a:shape(), 1
    for axis = attributes.axis + 2, #from do inner = inner * from[axis] end
    local size, count = from[attributes.axis + 1], v.shape[attributes.axis + 1]
    local width = attributes.size
    return by_flat(v, a, function(place)
      local k = place % width
      local rest = place // width
      local column, row = rest % inner, rest // inner
      return ((row // count) * size + row % count * attributes.stride + k * attributes.dilation) * inner + column
    end)
  end,
  gradient = function(ops, g, v, a) return ops.sum(ops.unwindows(g, v.attributes, a.shape), { #v.shape - 1 }) end }

-- For each element of an axis, the elements of windows that came of it, along the last axis (zeros
-- where a window ends): their sum is the gradient of windows.
define { name = "unwindows",
  pieces = function(v, indices)
    local attributes, inner = v.attributes, copy(indices)
    local axis = attributes.axis + 1
    local begin = inner[axis] - inner[#inner] * attributes.dilation
    inner[axis] = index.div(begin, attributes.stride)
    local last = (v.inputs[1].shape[axis] - 1) * attributes.stride
    return { { input = 1, indices = inner, tests = { { begin, 0, last, divisor = attributes.stride } } } }
  end,
  reference = function(v, a)
    local attributes = v.attributes
    local shape = a:shape()
    local inner = 1
    for axis = attributes.axis + 2, #shape - 1 do inner = inner * shape[axis] end
    local count, size, width = shape[attributes.axis + 1], v.shape[attributes.axis + 1], attributes.size
    local padded = tensor.concat({ a:reshape { a:count() }, tensor.zeros(a:type(), { 1 }) }, 0)
    return by_flat(v, padded, function(place)
      local k = place % width
      local rest = place // width
      local column, row = rest % inner, rest // inner
      local begin = row % size - k * attributes.dilation
      local window = begin // attributes.stride
      if begin % attributes.stride ~= 0 or window < 0 or window >= count then return a:count() end
      return (((row // size) * count + window) * inner + column) * width + k
    end)
  end,
  gradient = function(ops, g, v) return ops.windows_by(g, v.attributes) end }

return views
