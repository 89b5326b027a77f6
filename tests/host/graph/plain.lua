-- What the operations of graphs that move elements, or make one of many, should give: with
-- plain_elements.lua, which says what a plain array is, all of the references.
local plain = require "plain_elements"
local less = plain.less

local function copy(list) return table.move(list, 1, #list, 1, {}) end

-- Places

-- Calls f(indices, place) for all places of the shape in order; indices count from 0.
local function places(shape, f)
  local count = plain.count(shape)
  local indices = {}
  for axis = 1, #shape do indices[axis] = 0 end
  for place = 1, count do
    f(indices, place)
    local axis = #shape
    while axis >= 1 do
      indices[axis] = indices[axis] + 1
      if indices[axis] < shape[axis] then break end
      indices[axis] = 0
      axis = axis - 1
    end
  end
end
plain.places = places

local function place_of(shape, indices)
  local place = 0
  for axis = 1, #shape do place = place * shape[axis] + indices[axis] end
  return place + 1
end
plain.place_of = place_of

-- The array whose element at each place is f(indices).
local function build(dtype, shape, f)
  local data = {}
  places(shape, function(indices, place) data[place] = f(indices) end)
  return plain.new(dtype, shape, data)
end
plain.build = build

local function at(a, indices) return a.data[place_of(a.shape, indices)] end
plain.at = at

function plain.full(dtype, shape, x) return build(dtype, shape, function() return x end) end

function plain.iota(dtype, shape, axis)
  return build(dtype, shape, function(i) return plain.is_float(dtype) and i[axis + 1] * 1.0 or plain.wrap(dtype, i[axis + 1]) end)
end

function plain.reshape(a, shape) return plain.new(a.dtype, shape, a.data) end

function plain.broadcast(a, shape)
  local skipped = #shape - #a.shape
  return build(a.dtype, shape, function(i)
    local from = {}
    for axis, size in ipairs(a.shape) do from[axis] = size == 1 and 0 or i[axis + skipped] end
    return at(a, from)
  end)
end

---The shape that several broadcast to.
function plain.join(...)
  local shape = {}
  for _, other in ipairs { ... } do
    local joined, rank = {}, math.max(#shape, #other)
    for axis = 1, rank do
      local x, y = shape[axis - rank + #shape] or 1, other[axis - rank + #other] or 1
      joined[axis] = x == 1 and y or x
    end
    shape = joined
  end
  return shape
end

function plain.permute(a, axes)
  local shape = {}
  for i, axis in ipairs(axes) do shape[i] = a.shape[axis + 1] end
  return build(a.dtype, shape, function(i)
    local from = {}
    for k, axis in ipairs(axes) do from[axis + 1] = i[k] end
    return at(a, from)
  end)
end

function plain.slice(a, first, last, axis, step)
  local shape, from = copy(a.shape), {}
  shape[axis + 1] = math.max(0, (last - first + step - 1) // step)
  return build(a.dtype, shape, function(i)
    for k = 1, #i do from[k] = k == axis + 1 and first + i[k] * step or i[k] end
    return at(a, from)
  end)
end

function plain.flip(a, axis)
  local from = {}
  return build(a.dtype, copy(a.shape), function(i)
    for k = 1, #i do from[k] = k == axis + 1 and a.shape[k] - 1 - i[k] or i[k] end
    return at(a, from)
  end)
end

function plain.pad(a, before, after, x)
  local shape = {}
  for k, size in ipairs(a.shape) do shape[k] = before[k] + size + after[k] end
  return build(a.dtype, shape, function(i)
    local from = {}
    for k = 1, #i do
      from[k] = i[k] - before[k]
      if from[k] < 0 or from[k] >= a.shape[k] then return x end
    end
    return at(a, from)
  end)
end

function plain.concat(parts, axis)
  local shape = copy(parts[1].shape)
  shape[axis + 1] = 0
  for _, part in ipairs(parts) do shape[axis + 1] = shape[axis + 1] + part.shape[axis + 1] end
  return build(parts[1].dtype, shape, function(i)
    local from = copy(i)
    for _, part in ipairs(parts) do
      if from[axis + 1] < part.shape[axis + 1] then return at(part, from) end
      from[axis + 1] = from[axis + 1] - part.shape[axis + 1]
    end
  end)
end

function plain.windows(a, axis, size, stride, dilation)
  local shape = copy(a.shape)
  shape[axis + 1] = (shape[axis + 1] - (size - 1) * dilation - 1) // stride + 1
  shape[#shape + 1] = size
  return build(a.dtype, shape, function(i)
    local from = {}
    for k = 1, #a.shape do from[k] = i[k] end
    from[axis + 1] = i[axis + 1] * stride + i[#i] * dilation
    return at(a, from)
  end)
end

function plain.gather(data, indices, axis)
  local shape, more = {}, #indices.shape
  for k = 1, axis do shape[k] = data.shape[k] end
  table.move(indices.shape, 1, more, axis + 1, shape)
  table.move(data.shape, axis + 2, #data.shape, axis + more + 1, shape)
  local zero = plain.is_float(data.dtype) and 0.0 or 0
  return build(data.dtype, shape, function(i)
    local row = at(indices, { table.unpack(i, axis + 1, axis + more) })
    if row < 0 or row >= data.shape[axis + 1] then return zero end
    local from = { table.unpack(i, 1, axis) }
    from[axis + 1] = row
    table.move(i, axis + more + 1, #i, axis + 2, from)
    return at(data, from)
  end)
end

-- Several at once

-- Calls f(list, indices) for each element of the result: the list of what is reduced to it, in
-- order. The result has the axes' place with size 1 if keep.
local function reduce(dtype, a, axes, f, keep)
  local gone, shape, kept, inner = {}, {}, {}, {}
  for _, axis in ipairs(axes) do gone[axis + 1] = true end
  for k, size in ipairs(a.shape) do
    if gone[k] then
      inner[#inner + 1] = k
      if keep then shape[#shape + 1] = 1 end
    else
      kept[#kept + 1] = k
      shape[#shape + 1] = size
    end
  end
  local outer_shape, inner_shape, data = {}, {}, {}
  for i, k in ipairs(kept) do outer_shape[i] = a.shape[k] end
  for i, k in ipairs(inner) do inner_shape[i] = a.shape[k] end
  places(outer_shape, function(o, place)
    local list, from = {}, {}
    for i, k in ipairs(kept) do from[k] = o[i] end
    places(inner_shape, function(r, n)
      for i, k in ipairs(inner) do from[k] = r[i] end
      list[n] = at(a, from)
    end)
    data[place] = f(list)
  end)
  return plain.new(dtype, shape, data)
end
plain.reduce = reduce

local function sum(list)
  local total = 0.0
  for _, x in ipairs(list) do total = total + x end
  return total
end

plain.reductions = {
  sum = function(t, list)
    if plain.is_float(t) then return sum(list) end
    local total = 0
    for _, x in ipairs(list) do total = total + x end
    return plain.wrap(t, total)
  end,
  prod = function(t, list)
    local total = plain.is_float(t) and 1.0 or 1
    for _, x in ipairs(list) do total = total * x end
    return plain.is_float(t) and total or plain.wrap(t, total)
  end,
}
local function extreme(better)
  return function(t, list)
    local best, place
    for i, x in ipairs(list) do
      if x == x and (place == nil or better(t, x, best)) then best, place = x, i end
    end
    return best or 0 / 0, (place or 1) - 1
  end
end
local greatest = extreme(function(t, x, best) return less(t, best, x) end)
local least = extreme(function(t, x, best) return less(t, x, best) end)
plain.reductions.max = function(t, list) return (greatest(t, list)) end
plain.reductions.min = function(t, list) return (least(t, list)) end
plain.reductions.argmax = function(t, list) return select(2, greatest(t, list)) end
plain.reductions.argmin = function(t, list) return select(2, least(t, list)) end

function plain.reduced(name, a, axes, keep)
  local f = plain.reductions[name]
  local dtype = name:find "^arg" and "int" or a.dtype
  return reduce(dtype, a, axes, function(list) return f(a.dtype, list) end, keep)
end

---The sum of the sizes: what an error of a sum is measured by.
function plain.sizes(a, axes, keep)
  return reduce("double", a, axes, function(list)
    local total = 0.0
    for _, x in ipairs(list) do total = total + math.abs(x) end
    return total
  end, keep)
end

local function mean(list) return sum(list) / #list end
local function variance(list)
  local middle, total = mean(list), 0.0
  for _, x in ipairs(list) do total = total + (x - middle) * (x - middle) end
  return total / #list
end
local function log_sum(list)
  local top = -math.huge
  for _, x in ipairs(list) do top = math.max(top, x) end
  if math.abs(top) == math.huge then return top end
  local total = 0.0
  for _, x in ipairs(list) do total = total + math.exp(x - top) end
  return top + math.log(total)
end
plain.statistics = {
  mean = mean, var = variance, std = function(list) return math.sqrt(variance(list)) end, logsumexp = log_sum,
}

function plain.matmul(a, b)
  local sa, sb, row, column = copy(a.shape), copy(b.shape), #a.shape == 1, #b.shape == 1
  if row then table.insert(sa, 1, 1) end
  if column then sb[2] = 1 end
  local k = sa[#sa]
  local batch = plain.join({ table.unpack(sa, 1, #sa - 2) }, { table.unpack(sb, 1, #sb - 2) })
  local shape = copy(batch)
  shape[#shape + 1], shape[#shape + 2] = sa[#sa - 1], sb[#sb]
  local is_float, sizes = plain.is_float(a.dtype), {}
  local wide_a, wide_b = plain.reshape(a, sa), plain.reshape(b, sb)
  local function index(s, i, p, q)
    local from, rank = {}, #s
    for axis = 1, rank - 2 do from[axis] = s[axis] == 1 and 0 or i[#batch - (rank - 2) + axis] end
    from[rank - 1], from[rank] = p, q
    return from
  end
  local result = build(a.dtype, shape, function(i)
    local total, size = is_float and 0.0 or 0, 0.0
    for d = 0, k - 1 do
      local product = at(wide_a, index(sa, i, i[#i - 1], d)) * at(wide_b, index(sb, i, d, i[#i]))
      total, size = total + product, size + math.abs(product)
    end
    sizes[#sizes + 1] = size
    return is_float and total or plain.wrap(a.dtype, total)
  end)
  local final = copy(batch)
  if not row then final[#final + 1] = shape[#shape - 1] end
  if not column then final[#final + 1] = shape[#shape] end
  return plain.reshape(result, final), plain.new("double", final, sizes)
end

-- Along an axis: f gets the list of its elements, and gives one of as many.
local function along(dtype, a, axis, f)
  local result = plain.new(dtype, copy(a.shape))
  local outer = copy(a.shape)
  outer[axis + 1] = a.shape[axis + 1] == 0 and 0 or 1
  places(outer, function(o)
    local list, from = {}, copy(o)
    for i = 0, a.shape[axis + 1] - 1 do
      from[axis + 1] = i
      list[i + 1] = at(a, from)
    end
    for i, x in ipairs(f(list)) do
      from[axis + 1] = i - 1
      result.data[place_of(result.shape, from)] = x
    end
  end)
  return result
end
plain.along = along

function plain.cumsum(a, axis, exclusive, reverse)
  return along(a.dtype, a, axis, function(list)
    local sums, total, n = {}, plain.is_float(a.dtype) and 0.0 or 0, #list
    for i = 1, n do
      local at_place = reverse and n + 1 - i or i
      local after = total + list[at_place]
      sums[at_place] = exclusive and total or after
      total = after
      if not plain.is_float(a.dtype) then sums[at_place] = plain.wrap(a.dtype, sums[at_place]) end
    end
    return sums
  end)
end

function plain.softmax(a, axis)
  return along(a.dtype, a, axis, function(list)
    local top, total, powers = -math.huge, 0.0, {}
    for _, x in ipairs(list) do top = math.max(top, x) end
    for i, x in ipairs(list) do
      powers[i] = math.exp(x - top)
      total = total + powers[i]
    end
    for i in ipairs(powers) do powers[i] = powers[i] / total end
    return powers
  end)
end

function plain.log_softmax(a, axis)
  return along(a.dtype, a, axis, function(list)
    local top, total, result = -math.huge, 0.0, {}
    for _, x in ipairs(list) do top = math.max(top, x) end
    for _, x in ipairs(list) do total = total + math.exp(x - top) end
    for i, x in ipairs(list) do result[i] = x - top - math.log(total) end
    return result
  end)
end

function plain.layer_norm(a, weight, bias, epsilon)
  return along(a.dtype, a, #a.shape - 1, function(list)
    local middle, result = mean(list), {}
    local scale = 1 / math.sqrt(variance(list) + epsilon)
    for i, x in ipairs(list) do
      result[i] = (x - middle) * scale * (weight and weight.data[i] or 1) + (bias and bias.data[i] or 0)
    end
    return result
  end)
end

function plain.rms_norm(a, weight, epsilon)
  return along(a.dtype, a, #a.shape - 1, function(list)
    local total, result = 0.0, {}
    for _, x in ipairs(list) do total = total + x * x end
    for i, x in ipairs(list) do
      result[i] = x / math.sqrt(total / #list + epsilon) * (weight and weight.data[i] or 1)
    end
    return result
  end)
end

-- The order of an insertion sort, which keeps equal ones as they are; NaN comes last.
function plain.argsort(a, descending)
  local function before(x, y)
    if y ~= y then return x == x end
    if x ~= x then return false end
    if descending then return less(a.dtype, y, x) end
    return less(a.dtype, x, y)
  end
  return along("int", a, #a.shape - 1, function(list)
    local order = {}
    for i, x in ipairs(list) do
      local k = #order
      while k >= 1 and before(x, list[order[k] + 1]) do
        order[k + 1] = order[k]
        k = k - 1
      end
      order[k + 1] = i - 1
    end
    return order
  end)
end

function plain.scatter_add(base, indices, updates)
  local result = plain.new(base.dtype, base.shape, copy(base.data))
  local width = 1
  for axis = 2, #base.shape do width = width * base.shape[axis] end
  for j, row in ipairs(indices.data) do
    for c = 1, width do
      local place = row * width + c
      if row >= 0 and row < base.shape[1] then
        local x = result.data[place] + updates.data[(j - 1) * width + c]
        result.data[place] = plain.is_float(base.dtype) and plain.round(base.dtype, x) or plain.wrap(base.dtype, x)
      end
    end
  end
  return result
end

-- [batch, channels, size …] with [outputs, channels, window …], one or two axes.
function plain.conv(a, weights, stride, padding, dilation)
  local count = #a.shape - 2
  local shape, window = { a.shape[1], weights.shape[1] }, { a.shape[2] }
  for k = 1, count do
    local covered = (weights.shape[k + 2] - 1) * dilation[k] + 1
    shape[k + 2] = (a.shape[k + 2] + 2 * padding[k] - covered) // stride[k] + 1
    window[k + 1] = weights.shape[k + 2]
  end
  local sizes = {}
  local result = build(a.dtype, shape, function(i)
    local total, size = plain.is_float(a.dtype) and 0.0 or 0, 0.0
    places(window, function(w)
      local from, tap = { i[1], w[1] }, { i[2], w[1] }
      for k = 1, count do
        from[k + 2] = i[k + 2] * stride[k] + w[k + 1] * dilation[k] - padding[k]
        tap[k + 2] = w[k + 1]
        if from[k + 2] < 0 or from[k + 2] >= a.shape[k + 2] then return end
      end
      local product = at(a, from) * at(weights, tap)
      total, size = total + product, size + math.abs(product)
    end)
    sizes[#sizes + 1] = size
    return plain.is_float(a.dtype) and total or plain.wrap(a.dtype, total)
  end)
  return result, plain.new("double", shape, sizes)
end

-- f gets the list of each window's elements; what is padded is `outside`.
function plain.pool(a, size, stride, padding, outside, f)
  local count, shape = #a.shape - 2, { a.shape[1], a.shape[2] }
  for k = 1, count do shape[k + 2] = (a.shape[k + 2] + 2 * padding[k] - size[k]) // stride[k] + 1 end
  return build(a.dtype, shape, function(i)
    local list = {}
    places(size, function(w)
      local from, inside = { i[1], i[2] }, true
      for k = 1, count do
        from[k + 2] = i[k + 2] * stride[k] + w[k] - padding[k]
        inside = inside and from[k + 2] >= 0 and from[k + 2] < a.shape[k + 2]
      end
      list[#list + 1] = inside and at(a, from) or not inside and outside or at(a, from)
    end)
    return f(list)
  end)
end

function plain.transpose(a)
  local axes = {}
  for k = 0, #a.shape - 1 do axes[k + 1] = k end
  axes[#axes], axes[#axes - 1] = axes[#axes - 1], axes[#axes]
  return plain.permute(a, axes)
end

function plain.attention(q, k, v, causal, scale)
  local scores = plain.matmul(q, plain.transpose(k))
  local rank = #scores.shape
  scores = build(q.dtype, scores.shape, function(i)
    if causal and i[rank] > i[rank - 1] then return -math.huge end
    return at(scores, i) * scale
  end)
  return (plain.matmul(plain.softmax(scores, rank - 1), v))
end

function plain.cross_entropy(logits, targets)
  local logs, total = plain.log_softmax(logits, 1), 0.0
  for row, target in ipairs(targets.data) do
    if target >= 0 and target < logits.shape[2] then total = total - at(logs, { row - 1, target }) end
  end
  return plain.new(logits.dtype, {}, { total / #targets.data })
end

-- Random numbers

-- Permuted congruential: the same everywhere.
local Random = {}
Random.__index = Random
function plain.generator(seed) return setmetatable({ state = seed * 6364136223846793005 + 1442695040888963407 }, Random) end
function Random:bits()
  self.state = self.state * 6364136223846793005 + 1442695040888963407
  local x = self.state
  x = (x ~ (x >> 32)) * -7046029254386353131
  return x ~ (x >> 29)
end
---From lo to hi.
function Random:integer(lo, hi) return lo + (self:bits() >> 1) % (hi - lo + 1) end
---From lo to hi.
function Random:number(lo, hi) return lo + (self:bits() >> 11) * 2.0 ^ -53 * (hi - lo) end
function Random:one(list) return list[self:integer(1, #list)] end
function Random:chance(p) return self:number(0, 1) < p end

---An array of the type between lo and hi; integers of the whole type, if these are not said.
function plain.random(rng, dtype, shape, lo, hi)
  return build(dtype, shape, function()
    if dtype == "bool" then return rng:integer(0, 1) end
    if plain.is_float(dtype) then return plain.round(dtype, rng:number(lo or -2, hi or 2)) end
    if lo then return rng:integer(lo, hi) end
    -- Small ones, and the ends of the type, are as likely as all others.
    local kind = rng:integer(1, 4)
    if kind == 1 then return plain.wrap(dtype, rng:integer(plain.is_unsigned(dtype) and 0 or -4, 5)) end
    if kind == 2 then return rng:one { plain.least(dtype), plain.greatest(dtype) } end
    return plain.wrap(dtype, rng:bits())
  end)
end

return plain
