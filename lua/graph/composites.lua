-- Operations that are made of others: the compiler fuses what they are made of, and their gradients
-- follow. The function adds them to ops.lua's table.
local dim = require "graph.dim"
local reductions = require "graph.reductions"
local value = require "graph.value"

local function fail(name, format, ...) value.fail(name .. ": " .. format:format(...)) end

-- How many elements there are along axes, as a value of the type.
local function count_along(ops, inner, name, v, axes)
  local count = 1
  for _, axis in ipairs(axes) do count = count * v.shape[axis + 1] end
  if count == 0 then fail(name, "%s has no elements along these axes", value.text(v)) end
  if math.type(count) then return ops.full({}, count, v.dtype) end
  return ops.cast(inner.count(count, ("%s over %s = 0"):format(name, dim.text(count))), v.dtype)
end

-- A value, or a number that takes the type of another operand.
local function check_operand(name, v)
  if value.is(v) or type(v) == "number" then return v end
  fail(name, "an operand is %s, and must be a value of the graph or a number", type(v))
end

-- Operands of which one must be a value.
local function check_operands(name, ...)
  local some = false
  for i = 1, select("#", ...) do
    local v = select(i, ...)
    some = value.is(check_operand(name, v)) or some
  end
  if not some then fail(name, "one of the operands must be a value of the graph: ops.constant makes one") end
end

local function check_float(name, v)
  if not value.is(v) then fail(name, "the operand is %s, and must be a value of the graph", type(v)) end
  if not value.is_float(v.dtype) then fail(name, "the operand is %s, and must be float or double", value.text(v)) end
  return v
end

local function check_bool(name, v)
  if value.is(v) and v.dtype == "bool" then return v end
  fail(name, "the operand is %s, and must be bool", value.is(v) and value.text(v) or type(v))
end

local function add_statistics(ops, inner)
  -- The last place along an axis of this size, and one more; `counts` says of what there is none.
  function inner.count(size, counts)
    local places = ops.iota({ size })
    return value.new(reductions.max, { places }, { axes = { 0 }, counts = counts }, "int", {}) + 1
  end

  ---The number that a size stands for.
  ---@param size table|integer
  function ops.size(size)
    if math.type(size) == "integer" then return ops.full({}, size, "int") end
    if not dim.is(size) then fail("size", "it takes a size, as x.shape[1], not %s", tostring(size)) end
    return inner.count(size, ("size over %s = 0"):format(dim.text(size)))
  end

  ---@param axes? integer|integer[] # all, if not said
  ---@param options? { keep?: boolean }
  function ops.mean(v, axes, options)
    axes = inner.axes_of("mean", v, axes, options)
    check_float("mean", v)
    return ops.sum(v, axes, options) / count_along(ops, inner, "mean", v, axes)
  end

  ---The mean of the squares of the differences from the mean.
  function ops.var(v, axes, options)
    axes = inner.axes_of("var", v, axes, options)
    local from_mean = v - ops.mean(v, axes, { keep = true })
    return ops.mean(from_mean * from_mean, axes, options)
  end

  function ops.std(v, axes, options) return ops.sqrt(ops.var(v, inner.axes_of("std", v, axes, options), options)) end

  ---Of bools: whether one is true, whether all are.
  function ops.any(v, axes, options)
    axes = inner.axes_of("any", check_bool("any", v), axes, options)
    return ops.not_equal(ops.sum(ops.cast(v, "long"), axes, options), 0)
  end
  function ops.all(v, axes, options)
    axes = inner.axes_of("all", check_bool("all", v), axes, options)
    return ops.equal(ops.sum(ops.cast(ops.logical_not(v), "long"), axes, options), 0)
  end

  ---log(sum(exp(v))), without overflow. An infinity is no number to begin from, as its difference from
  ---itself is none.
  function ops.logsumexp(v, axes, options)
    axes = inner.axes_of("logsumexp", check_float("logsumexp", v), axes, options)
    local top = inner.top(v, axes)
    top = ops.where(ops.less(ops.abs(top), math.huge), top, 0)
    local sums = ops.log(ops.sum(ops.exp(v - top), axes, { keep = true })) + top
    if options and options.keep then return sums end
    return ops.reshape(sums, ops.sum(v, axes).shape)
  end
end

local function value_of(name, v)
  if not value.is(v) then fail(name, "the operand is %s, and must be a value of the graph", type(v)) end
  return v
end

local function add_activations(ops)
  function ops.square(v) return value_of("square", v) * v end
  function ops.relu(v) return ops.where(ops.greater(value_of("relu", v), 0), v, 0) end
  ---@param slope? number # 0.01, if not said
  function ops.leaky_relu(v, slope) return ops.where(ops.greater(check_float("leaky_relu", v), 0), v, v * (slope or 0.01)) end
  function ops.silu(v) return check_float("silu", v) * ops.sigmoid(v) end
  -- At 0 the halves of the gradient that maximum hands on are its slope.
  function ops.softplus(v) return ops.maximum(check_float("softplus", v), 0) + ops.log1p(ops.exp(-ops.abs(v))) end
  function ops.elu(v)
    local is_positive = ops.greater(check_float("elu", v), 0)
    return ops.where(is_positive, v, ops.expm1(ops.where(is_positive, 0, v)))
  end
  ---With the error function; with "tanh", the approximation that is made of that.
  ---@param approximation? "tanh"
  function ops.gelu(v, approximation)
    check_float("gelu", v)
    if approximation ~= nil and approximation ~= "tanh" then
      fail("gelu", "the approximation is \"tanh\", or left out, and not %s", type(approximation) == "string" and approximation or type(approximation))
    end
    if approximation == "tanh" then
      return v * 0.5 * (1 + ops.tanh((v + v * v * v * 0.044715) * math.sqrt(2 / math.pi)))
    end
    return v * 0.5 * (1 + ops.erf(v * math.sqrt(0.5)))
  end
  function ops.clamp(v, low, high)
    check_operands("clamp", v, low, high)
    return ops.minimum(ops.maximum(v, low), high)
  end
  ---a + (b - a) * t
  function ops.mix(a, b, t)
    check_operands("mix", a, b, t)
    return a + (b - a) * t
  end
end

local function add_normalizations(ops, inner)
  ---@param axis? integer # the last, if not said
  function ops.softmax(v, axis)
    axis = value.axis("softmax", axis or -1, #check_float("softmax", v).shape)
    local powers = ops.exp(v - inner.top(v, { axis }))
    return powers / ops.sum(powers, axis, { keep = true })
  end

  function ops.log_softmax(v, axis)
    axis = value.axis("log_softmax", axis or -1, #check_float("log_softmax", v).shape)
    local from_top = v - inner.top(v, { axis })
    return from_top - ops.log(ops.sum(ops.exp(from_top), axis, { keep = true }))
  end

  ---Of the last axis: mean 0 and variance 1, times weight, plus bias.
  ---@param weight? table # of the last axis' size
  ---@param bias? table
  ---@param epsilon? number # 1e-5, if not said
  function ops.layer_norm(v, weight, bias, epsilon)
    local from_mean = check_float("layer_norm", v) - ops.mean(v, -1, { keep = true })
    local variance = ops.mean(from_mean * from_mean, -1, { keep = true })
    local result = from_mean * ops.rsqrt(variance + (epsilon or 1e-5))
    if weight then result = result * weight end
    return bias and result + bias or result
  end

  function ops.rms_norm(v, weight, epsilon)
    local scale = ops.rsqrt(ops.mean(check_float("rms_norm", v) * v, -1, { keep = true }) + (epsilon or 1e-5))
    local result = v * scale
    return weight and result * weight or result
  end
end

local function option_text(option)
  if type(option) ~= "table" or value.is(option) then return tostring(option) end
  local parts = {}
  for i, one in ipairs(option) do parts[i] = tostring(one) end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

-- A number for all axes, or a list of one an axis.
local function for_axes(name, what, option, count, default, least)
  if type(option) == "table" and #option ~= count then
    fail(name, "%s is a whole number, or a list of %d, not %s", what, count, option_text(option))
  end
  local list = {}
  for i = 1, count do
    list[i] = type(option) == "table" and option[i] or type(option) ~= "table" and option or default
    if math.type(list[i]) ~= "integer" or list[i] < least then
      fail(name, "%s is a whole number, %d or more, or a list of %d, not %s", what, least, count, option_text(option))
    end
  end
  return list
end

-- Windows along axes 2, 3, … of [batch, channels, …], padded: [batch, channels, places …, window …].
local function windows_over(ops, name, v, sizes, options, padding_value)
  local count = #sizes
  local stride = for_axes(name, "stride", options.stride or options.default_stride, count, 1, 1)
  local dilation = for_axes(name, "dilation", options.dilation, count, 1, 1)
  local padding = for_axes(name, "padding", options.padding, count, 0, 0)
  for i = 1, count do
    if padding[i] > 0 then v = ops.pad(v, padding[i], padding[i], padding_value, i + 1) end
  end
  for i = 1, count do
    v = ops.windows(v, i + 1, sizes[i], { stride = stride[i], dilation = dilation[i] })
  end
  return v
end

local function check_rank(name, v, rank, what)
  if not value.is(v) then fail(name, "%s is %s, and must be a value of the graph", what, type(v)) end
  if #v.shape ~= rank then fail(name, "%s is %s, and must have %s", what, value.text(v), rank == 1 and "one axis" or rank .. " axes") end
end

-- [batch, channels, size …] and weights [outputs, channels, window …] give [batch, outputs, places …].
local function convolution(ops, inner, name, count)
  local check_options = inner.check_options
  return function(v, weights, options)
    options = check_options(name, options, "stride", "padding", "dilation")
    check_rank(name, v, count + 2, "the input")
    check_rank(name, weights, count + 2, "the weights")
    if not value.may_equal(v.shape[2], weights.shape[2]) then
      fail(name, "the input is %s and the weights are %s: axis 1, the channels, must agree", value.text(v), value.text(weights))
    end
    local sizes = { table.unpack(weights.shape, 3) }
    for _, size in ipairs(sizes) do
      if dim.is(size) or size < 1 then fail(name, "a window of %s cannot be", value.shape_text(sizes)) end
    end
    -- As a product of matrices: [places, channels × window] times [channels × window, outputs].
    local windows = windows_over(ops, name, v, sizes, options, 0)
    local order, places = { 0 }, {}
    for i = 1, count do
      order[#order + 1] = i + 1
      places[i] = windows.shape[i + 2]
    end
    order[#order + 1] = 1
    for i = 1, count do order[#order + 1] = i + 1 + count end
    local depth = v.shape[2]
    for _, size in ipairs(sizes) do depth = depth * size end
    local place_count = 1
    for _, size in ipairs(places) do place_count = place_count * size end
    local columns = ops.reshape(ops.permute(windows, order), { v.shape[1], place_count, depth })
    local matrix = ops.reshape(weights, { weights.shape[1], depth })
    local product = ops.matmul(matrix, ops.transpose(columns))
    return ops.reshape(product, { v.shape[1], weights.shape[1], table.unpack(places) })
  end
end

local function pooling(ops, inner, name, count, reduce, padding_value)
  local check_options = inner.check_options
  return function(v, size, options)
    options = check_options(name, options, "stride", "padding", "dilation")
    check_rank(name, v, count + 2, "the operand")
    local sizes = for_axes(name, "the size of a window", size, count, nil, 1)
    local more = { default_stride = size }
    for key, option in pairs(options) do more[key] = option end
    local windows = windows_over(ops, name, v, sizes, more, padding_value(v.dtype))
    local axes = {}
    for i = 1, count do axes[i] = count + 1 + i end
    return reduce(windows, axes)
  end
end

local function add_windows(ops, inner)
  local function zero() return 0 end
  local function least(dtype)
    if value.is_float(dtype) then return -math.huge end
    return dtype:sub(1, 1) == "u" and 0 or -(1 << (value.bytes_of(dtype) * 8 - 1))
  end
  ops.conv1d = convolution(ops, inner, "conv1d", 1)
  ops.conv2d = convolution(ops, inner, "conv2d", 2)
  ops.max_pool1d = pooling(ops, inner, "max_pool1d", 1, ops.max, least)
  ops.max_pool2d = pooling(ops, inner, "max_pool2d", 2, ops.max, least)
  -- What is padded counts as zero.
  ops.avg_pool1d = pooling(ops, inner, "avg_pool1d", 1, ops.mean, zero)
  ops.avg_pool2d = pooling(ops, inner, "avg_pool2d", 2, ops.mean, zero)
end

local function add_models(ops, inner)
  local check_options = inner.check_options
  ---1 at the index, along a new last axis.
  ---@param indices table
  ---@param size integer
  ---@param dtype? string # "float", if not said
  function ops.one_hot(indices, size, dtype)
    if not value.is(indices) or not value.is_integer(indices.dtype) then
      fail("one_hot", "indices are %s, and must be integers", value.is(indices) and value.text(indices) or type(indices))
    end
    if math.type(size) ~= "integer" and not dim.is(size) then
      fail("one_hot", "the size is a whole number, or that of an axis, not %s", tostring(size))
    end
    -- A small type need not hold all places.
    if value.bytes_of(indices.dtype) < 4 then indices = ops.cast(indices, "int") end
    return ops.cast(ops.equal(ops.unsqueeze(indices, -1), ops.iota({ size }, 0, indices.dtype)), dtype or "float")
  end

  ---x times the transpose of weight, plus bias: weight is [outputs, inputs].
  function ops.linear(v, weight, bias)
    value_of("linear", v)
    value_of("linear", weight)
    local result = ops.matmul(v, ops.transpose(weight))
    return bias and result + bias or result
  end

  ---The mean over the batch of -log(softmax(logits))[target].
  ---@param logits table # [batch, classes]
  ---@param targets table # [batch], int
  function ops.cross_entropy(logits, targets)
    check_rank("cross_entropy", logits, 2, "the first operand")
    check_rank("cross_entropy", targets, 1, "the second operand")
    if not value.may_equal(logits.shape[1], targets.shape[1]) then
      fail("cross_entropy", "the operands are %s and %s: axis 0, the batch, must agree", value.text(logits), value.text(targets))
    end
    -- Chosen, and not multiplied by 0: the logarithm of what cannot be is -infinity.
    local chosen = ops.one_hot(targets, logits.shape[2], "bool")
    return -ops.mean(ops.sum(ops.where(chosen, ops.log_softmax(logits, 1), 0), 1))
  end

  function ops.mse_loss(a, b)
    check_operands("mse_loss", a, b)
    local difference = a - b
    return ops.mean(difference * difference)
  end

  ---softmax(query · keyᵀ / √width) · value, over the last two axes.
  ---@param options? { causal?: boolean, scale?: number }
  function ops.attention(query, key, values, options)
    options = check_options("attention", options, "causal", "scale")
    for i = 1, 3 do check_float("attention", (select(i, query, key, values))) end
    local width = query.shape[#query.shape]
    local scale = options.scale or dim.is(width) and fail("attention", "the width %s is not known", dim.text(width))
                  or 1 / math.sqrt(width)
    local scores = ops.matmul(query, ops.transpose(key)) * scale
    if options.causal then
      local rows, columns = scores.shape[#scores.shape - 1], scores.shape[#scores.shape]
      local seen = ops.greater_equal(ops.iota({ rows, columns }, 0), ops.iota({ rows, columns }, 1))
      scores = ops.where(seen, scores, -math.huge)
    end
    return ops.matmul(ops.softmax(scores, -1), values)
  end

end

local function add_rearrangements(ops, inner)
  -- Of each row along the last axis the places that `places` has for it.
  local function take_along_last(v, places)
    local size, taken = v.shape[#v.shape], places.shape[#places.shape]
    if #v.shape == 1 then return ops.gather(v, places, 0) end
    local rows = ops.reshape(places, { -1, taken })
    local first = ops.iota({ rows.shape[1], taken }, 0, "long") * ops.cast(ops.size(size), "long")
    return ops.reshape(ops.gather(ops.reshape(v, { -1 }), ops.cast(rows, "long") + first, 0), places.shape)
  end

  local function check_axes(name, v)
    if #value_of(name, v).shape == 0 then fail(name, "the operand is %s, and must have an axis", value.text(v)) end
    return v
  end

  ---The elements of the last axis in order.
  ---@param v table
  ---@param options? { descending?: boolean }
  function ops.sort(v, options)
    inner.check_options("sort", options, "descending")
    return take_along_last(check_axes("sort", v), ops.argsort(v, options))
  end

  ---The k greatest of the last axis, the greatest first, and their places.
  ---@param v table
  ---@param k integer
  function ops.top_k(v, k)
    local size = check_axes("top_k", v).shape[#v.shape]
    if math.type(k) ~= "integer" or k < 0 or math.type(size) == "integer" and k > size then
      fail("top_k", "there are no %s greatest of %s", tostring(k), value.text(v))
    end
    local places = ops.slice(ops.argsort(v, { descending = true }), 0, k, -1)
    return take_along_last(v, places), places
  end

  ---Values of one shape beside each other along a new axis.
  ---@param parts table[]
  ---@param axis? integer # of the result; 0, if not said
  function ops.stack(parts, axis)
    if type(parts) ~= "table" or value.is(parts) or #parts == 0 then fail("stack", "it takes a list of values") end
    local wider = {}
    axis = value.axis("stack", axis or 0, #value_of("stack", parts[1]).shape + 1)
    for i, part in ipairs(parts) do wider[i] = ops.unsqueeze(value_of("stack", part), axis) end
    return ops.concat(wider, axis)
  end

  ---A list of parts of an axis: so many alike, or of these sizes.
  ---@param v table
  ---@param parts integer|integer[]
  ---@param axis? integer # 0, if not said
  function ops.split(v, parts, axis)
    axis = value.axis("split", axis or 0, #value_of("split", v).shape)
    local size, sizes, first, list = v.shape[axis + 1], parts, 0, {}
    if math.type(parts) == "integer" then
      if parts < 1 or math.type(size) ~= "integer" or size % parts ~= 0 then
        fail("split", "axis %d of %s has not %d parts of one size", axis, value.text(v), parts)
      end
      sizes = {}
      for i = 1, parts do sizes[i] = size // parts end
    elseif type(parts) ~= "table" then
      fail("split", "it takes how many parts there are, or a list of their sizes")
    end
    for i, count in ipairs(sizes) do
      list[i] = ops.slice(v, first, first + count, axis)
      first = first + count
    end
    if math.type(size) == "integer" and first ~= size then
      fail("split", "the parts have %s places, axis %d of %s has another number", tostring(first), axis, value.text(v))
    end
    return list
  end

  ---Repeated as a whole, so often along each axis.
  ---@param v table
  ---@param counts integer[] # one an axis
  function ops.tile(v, counts)
    local split, repeated, joined, rank = {}, {}, {}, #value_of("tile", v).shape
    if type(counts) ~= "table" or #counts ~= rank then
      fail("tile", "it takes a list with a count for each axis of %s", value.text(v))
    end
    for k, count in ipairs(counts) do
      if math.type(count) ~= "integer" or count < 0 then fail("tile", "a count is a whole number, not %s", tostring(count)) end
      split[2 * k - 1], split[2 * k] = 1, v.shape[k]
      repeated[2 * k - 1], repeated[2 * k] = count, v.shape[k]
      joined[k] = count * v.shape[k]
    end
    return ops.reshape(ops.broadcast_to(ops.reshape(v, split), repeated), joined)
  end
end

return function(ops, inner)
  add_statistics(ops, inner)
  add_activations(ops)
  add_normalizations(ops, inner)
  add_windows(ops, inner)
  add_models(ops, inner)
  add_rearrangements(ops, inner)
end
