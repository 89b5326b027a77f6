-- Operations that graphs are built of. docs/graphs.md is the manual.
--
--   local ops = require "ops"
--   y = ops.exp(x) * 2 + ops.sum(x, 0)      within the function of a graph.Graph
--
-- All functions take values (graph/value.lua) and give values; where an operand is a number of Lua,
-- it has the type of the others. Shapes of two operands broadcast as NumPy's do: from the last axis
-- on they are equal, or one of them is 1. Types are never converted: ops.cast does that. Axes count
-- from 0, and from the end if negative.
--
-- What is made of other operations is in graph/composites.lua, and is here, too.
local dim = require "graph.dim"
local elementwise = require "graph.elementwise"
local inference = require "graph.inference"
local native = require "graph.native"
local nearest = require "graph.nearest"
local reductions = require "graph.reductions"
local sources = require "graph.sources"
local tensor = require "tensor"
local value = require "graph.value"
local views = require "graph.views"

local ops = {}
local inner = setmetatable(value.inner, { __index = ops })

local function fail(name, format, ...) value.fail(name .. ": " .. format:format(...)) end

local function make(definition, inputs, attributes)
  local dtype, shape = inference.of(definition, inputs, attributes)
  return value.new(definition, inputs, attributes, dtype, shape)
end

local function check_value(name, v)
  if value.is(v) then return v end
  local hint = tensor.is(v) and ": ops.constant makes a value of a tensor" or ""
  fail(name, "the operand is %s, and must be a value of the graph%s", type(v), hint)
end

-- What an unknown option was probably meant to be: another one, or an argument that comes before them.
local function option_hint(name, option, known)
  local arguments = native.names(ops[name])
  local near, argument = nearest(tostring(option), known), nearest(tostring(option), arguments)
  if near then return ("; did you mean '%s'?"):format(near) end
  return argument and ("; did you mean the argument '%s' of ops.%s(%s)?"):format(argument, name, table.concat(arguments, ", ")) or ""
end

-- Options are a table with no other names than these.
local function check_options(name, options, ...)
  if options == nil then return {} end
  if type(options) ~= "table" or value.is(options) then fail(name, "options are a table, as { %s = … }", (...)) end
  local known = { ... }
  for option in pairs(options) do
    local is_known = false
    for _, one in ipairs(known) do is_known = is_known or one == option end
    if not is_known then fail(name, "there is no option '%s'%s", tostring(option), option_hint(name, option, known)) end
  end
  return options
end
inner.check_options = check_options

-- A size, or a place: a whole number, or of symbols.
local function check_place(name, place, what)
  if math.type(place) == "integer" or dim.is(place) then return place end
  fail(name, "%s is a whole number, not %s", what, tostring(place))
end

-- Sources

---A value that never changes. Later changes of the tensor do not count.
---@param elements tensor|number|table # a tensor, a number, or nested lists
---@param dtype? string # of a number or lists; "float" if not said
function ops.constant(elements, dtype)
  if type(elements) == "number" then return ops.full({}, elements, dtype or "float") end
  if type(elements) == "table" and not value.is(elements) then
    local good, made = pcall(tensor.from, dtype or "float", elements)
    if not good then fail("constant", "%s", (made:gsub("^.-:%d+: ", ""))) end
    elements = made
  end
  if not tensor.is(elements) then fail("constant", "%s is no tensor, number or list", type(elements)) end
  local builder = value.builder()
  if builder then builder.constants = (builder.constants or 0) + 1 end
  local attributes = {
    tensor = elements:copy(), key = "constant " .. (builder and builder.constants or 0),
    dtype = elements:type(), shape = elements:shape(),
  }
  if not value.is_dtype(attributes.dtype) then
    fail("constant", "elements are %s: a graph has no vectors", attributes.dtype)
  end
  return make(sources.constant, {}, attributes)
end

local function check_number(name, number, dtype)
  if type(number) == "boolean" and dtype == "bool" then return number and 1 or 0 end
  if type(number) ~= "number" then fail(name, "%s is no number", tostring(number)) end
  if value.is_float(dtype) or dtype == "half" then return tensor.full(dtype, {}, number + 0.0):at() end
  local whole = math.tointeger(number)
  if not whole then fail(name, "%s is no %s", tostring(number), dtype) end
  local lo, hi = value.limits(dtype)
  if dtype ~= "ulong" and (whole < lo or whole > hi) then fail(name, "%d is beyond what a %s holds", whole, dtype) end
  return whole
end

---Every element is the number.
---@param shape table
---@param number number|boolean
---@param dtype? string # "float" if not said
function ops.full(shape, number, dtype)
  dtype = dtype or "float"
  if not value.is_dtype(dtype) then fail("full", "%s", value.no_dtype(dtype)) end
  if type(shape) ~= "table" or dim.is(shape) or value.is(shape) then fail("full", "a shape is a list, as { 2, 3 }") end
  return make(sources.full, {}, { value = check_number("full", number, dtype), dtype = dtype, shape = shape })
end

function ops.zeros(shape, dtype) return ops.full(shape, 0, dtype) end
function ops.ones(shape, dtype) return ops.full(shape, 1, dtype) end

---0, 1, 2, … along an axis.
---@param shape table|integer # or how many
---@param axis? integer # the last, if not said
---@param dtype? string # "int" if not said
function ops.iota(shape, axis, dtype)
  if type(shape) ~= "table" or dim.is(shape) then shape = { shape } end
  if #shape == 0 then fail("iota", "it takes a size, or a list of them with one at least") end
  axis = value.axis("iota", axis or -1, #shape)
  dtype = dtype or "int"
  if not value.is_dtype(dtype) then fail("iota", "%s", value.no_dtype(dtype)) end
  if not value.is_float(dtype) and not value.is_integer(dtype) then fail("iota", "there are no places of type '%s'", tostring(dtype)) end
  return make(sources.iota, {}, { axis = axis, dtype = dtype, shape = shape })
end

-- Elementwise operations

-- A number in the place of a value.
local function lift(name, operand, dtype)
  if value.is(operand) then return operand end
  if type(operand) == "number" or type(operand) == "boolean" then
    return make(sources.full, {}, { value = check_number(name, operand, dtype), dtype = dtype, shape = {} })
  end
  return check_value(name, operand)
end

-- The shape that two shapes broadcast to.
local function join_shapes(name, a, b)
  local rank, shape = math.max(#a, #b), {}
  for axis = 1, rank do
    local x, y = a[axis - rank + #a] or 1, b[axis - rank + #b] or 1
    if x == 1 then
      shape[axis] = y
    elseif y == 1 or dim.equal(x, y) or math.type(x) and dim.is(y) then
      shape[axis] = x
    elseif value.may_equal(x, y) then
      shape[axis] = y
    else
      fail(name, "shapes %s and %s do not broadcast: axis %d has %d and %d elements", value.shape_text(a),
           value.shape_text(b), axis - 1, x, y)
    end
  end
  return shape
end

local function equal_shapes(a, b)
  local same = #a == #b
  for axis = 1, same and #a or 0 do same = same and dim.equal(a[axis], b[axis]) end
  return same
end

-- A number needs no array to be repeated.
local function broadcast(v, shape)
  if equal_shapes(v.shape, shape) then return v end
  if v.definition == sources.full then
    return make(sources.full, {}, { value = v.attributes.value, dtype = v.dtype, shape = shape })
  end
  return make(views.broadcast_to, { v }, { shape = shape })
end

local function broadcast_all(name, operands)
  local shape = operands[1].shape
  for i = 2, #operands do shape = join_shapes(name, shape, operands[i].shape) end
  for i, operand in ipairs(operands) do operands[i] = broadcast(operand, shape) end
  return operands
end

local function apply(definition, ...)
  local name, operands, dtype = definition.name, { ... }, nil
  if select("#", ...) ~= definition.arity then
    fail(name, "there are %d operands, and must be %d", select("#", ...), definition.arity)
  end
  for _, operand in ipairs(operands) do
    if value.is(operand) then dtype = dtype or operand.dtype end
  end
  if not dtype then check_value(name, operands[1]) end
  for i = 1, definition.arity do operands[i] = lift(name, operands[i], dtype) end
  for i = 2, definition.arity do
    if operands[i].dtype ~= dtype then
      fail(name, "the operands are %s and %s: cast one, as ops.cast(x, \"%s\")", value.text(operands[1]),
           value.text(operands[i]), dtype)
    end
  end
  return make(definition, broadcast_all(name, operands), {})
end

for _, definition in ipairs(elementwise.list) do
  ops[definition.name] = function(...) return apply(definition, ...) end
end

---a where the bool is true, else b.
function ops.where(mask, a, b)
  check_value("where", mask)
  local dtype = value.is(a) and a.dtype or value.is(b) and b.dtype
  if not dtype then fail("where", "one of the operands must be a value: ops.constant makes one") end
  return make(elementwise.where, broadcast_all("where", { mask, lift("where", a, dtype), lift("where", b, dtype) }), {})
end

---@param v table
---@param dtype string
function ops.cast(v, dtype)
  if check_value("cast", v).dtype == dtype then return v end
  return make(elementwise.cast, { v }, { dtype = dtype })
end

-- Shapes

local function check_list(name, list, what)
  if type(list) ~= "table" or dim.is(list) or value.is(list) then
    fail(name, "%s is a list, as { 2, 3 }", what)
  end
  return list
end

---One size may be -1: what is left.
---@param v table
---@param shape table
function ops.reshape(v, shape)
  check_value("reshape", v)
  local sizes, known, unknown = {}, 1, nil
  for axis, size in ipairs(check_list("reshape", shape, "a shape")) do
    if type(size) == "string" then size = dim.parse(size) end
    if size == -1 then
      if unknown then fail("reshape", "only one size may be -1") end
      unknown = axis
    else
      known = known * size
    end
    sizes[axis] = size
  end
  if unknown then
    local count = value.count(v.shape)
    if known == 0 or math.type(count) and math.type(known) and count % known ~= 0 then
      fail("reshape", "%s has %s elements, which are no multiple of %s", value.text(v), dim.text(count), dim.text(known))
    end
    sizes[unknown] = count // known
  end
  if equal_shapes(v.shape, sizes) then return v end
  if v.definition == sources.full then return ops.full(sizes, v.attributes.value, v.dtype) end
  if v.definition == views.reshape then v = v.inputs[1] end
  if equal_shapes(v.shape, sizes) then return v end
  return make(views.reshape, { v }, { shape = sizes })
end

---@param v table
---@param shape table
function ops.broadcast_to(v, shape)
  check_value("broadcast_to", v)
  return broadcast(v, check_list("broadcast_to", shape, "a shape"))
end

---Axis i of the result is axes[i + 1] of the operand.
---@param v table
---@param axes integer[]
function ops.permute(v, axes)
  local order, same = {}, true
  check_value("permute", v)
  for i, axis in ipairs(check_list("permute", axes, "an order of axes")) do
    order[i] = value.axis("permute", axis, #v.shape)
    same = same and order[i] == i - 1
  end
  if same and #order == #v.shape then return v end
  return make(views.permute, { v }, { axes = order })
end

---Two axes change places: the last two, if none are said.
---@param v table
---@param a? integer
---@param b? integer
function ops.transpose(v, a, b)
  check_value("transpose", v)
  if #v.shape < 2 and not a then fail("transpose", "the operand is %s, and needs two axes", value.text(v)) end
  a = value.axis("transpose", a or -2, #v.shape)
  b = value.axis("transpose", b or -1, #v.shape)
  local order = {}
  for i = 1, #v.shape do order[i] = i - 1 end
  order[a + 1], order[b + 1] = b, a
  return ops.permute(v, order)
end

-- For gradients: by the attributes of another slice.
function inner.slice_by(v, attributes, shape)
  return make(views.slice, { v }, { first = attributes.first, step = attributes.step, shape = shape })
end
function inner.unslice(v, attributes, shape)
  return make(views.unslice, { v }, { first = attributes.first, step = attributes.step, shape = shape })
end
function inner.unwindows(v, attributes, shape)
  local more = { axis = attributes.axis, size = attributes.size, stride = attributes.stride, dilation = attributes.dilation }
  more.shape = shape
  return make(views.unwindows, { v }, more)
end
function inner.windows_by(v, attributes)
  -- The gradient of what unwindows took the k-th element of: each window's k-th.
  local axis, rank = attributes.axis, #v.shape - 1
  local parts = {}
  for k = 0, attributes.size - 1 do
    local column = ops.reshape(ops.slice(v, k, k + 1, rank), { table.unpack(v.shape, 1, rank) })
    local windows = ops.windows(column, axis, attributes.size, { stride = attributes.stride, dilation = attributes.dilation })
    parts[k + 1] = ops.slice(windows, k, k + 1, rank)
  end
  return ops.concat(parts, rank)
end

local function from_end(place, size) return math.type(place) and place < 0 and place + size or place end

---Places first … last - 1 along an axis, each step-th. Negative places count from the end.
---@param v table
---@param first integer
---@param last? integer
---@param axis? integer # 0, if not said
---@param step? integer # > 0
function ops.slice(v, first, last, axis, step)
  check_value("slice", v)
  axis = value.axis("slice", axis or 0, #v.shape) + 1
  step = step or 1
  if math.type(step) ~= "integer" or step < 1 then fail("slice", "a step is 1 or more, not %s", tostring(step)) end
  local size = v.shape[axis]
  first, last = from_end(check_place("slice", first, "the first place"), size),
                from_end(check_place("slice", last or size, "the last place"), size)
  if math.type(size) and math.type(first) and math.type(last) then
    if first < 0 or last > size or first > last then
      fail("slice", "places %d to %d are not in axis %d of %s", first, last, axis - 1, value.text(v))
    end
    if first == 0 and last == size and step == 1 then return v end
    step = math.min(step, math.max(size, 1))
  end
  local attributes = { first = {}, step = {}, shape = { table.unpack(v.shape) } }
  for k = 1, #v.shape do attributes.first[k], attributes.step[k] = 0, 1 end
  attributes.first[axis], attributes.step[axis] = first, step
  attributes.shape[axis] = (last - first + step - 1) // step
  return make(views.slice, { v }, attributes)
end

---In the other order along an axis.
---@param v table
---@param axis? integer
function ops.flip(v, axis)
  check_value("flip", v)
  axis = value.axis("flip", axis or 0, #v.shape) + 1
  local attributes = { first = {}, step = {}, shape = v.shape }
  for k = 1, #v.shape do attributes.first[k], attributes.step[k] = 0, 1 end
  attributes.first[axis], attributes.step[axis] = v.shape[axis] - 1, -1
  if v.shape[axis] == 0 then return v end
  return make(views.slice, { v }, attributes)
end

---So many elements in front of and behind each axis, or one axis.
---@param v table
---@param before integer|integer[]
---@param after integer|integer[]
---@param number? number # 0, if not said
---@param axis? integer
function ops.pad(v, before, after, number, axis)
  check_value("pad", v)
  local attributes = { before = {}, after = {}, value = check_number("pad", number or 0, v.dtype) }
  if axis then
    axis = value.axis("pad", axis, #v.shape) + 1
    for k = 1, #v.shape do
      attributes.before[k], attributes.after[k] = 0, 0
      if k == axis then
        attributes.before[k] = check_place("pad", before, "the count of elements before")
        attributes.after[k] = check_place("pad", after, "the count of elements after")
      end
    end
  else
    attributes.before = check_list("pad", before, "padding of all axes")
    attributes.after = check_list("pad", after, "padding of all axes")
  end
  for _, side in ipairs { "before", "after" } do
    local counts = attributes[side]
    if #counts ~= #v.shape then
      fail("pad", "the list of what is %s has %d numbers, and %s has %d axes", side, #counts, value.text(v), #v.shape)
    end
    for k, count in ipairs(counts) do
      if not dim.is(count) and (math.type(count) ~= "integer" or count < 0 or count > value.MOST_BYTES) then
        fail("pad", "padding of axis %d of %s is a whole number, 0 or more, not %s", k - 1, value.text(v), tostring(count))
      end
    end
  end
  return make(views.pad, { v }, attributes)
end

-- A kernel takes so many arrays at once (graph/fuse.lua): of more, parts are put together first.
local MOST_PARTS = 28

---@param parts table[]
---@param axis? integer # 0, if not said
function ops.concat(parts, axis)
  if type(parts) ~= "table" or value.is(parts) or #parts == 0 then fail("concat", "it takes a list of values") end
  for _, part in ipairs(parts) do check_value("concat", part) end
  axis = value.axis("concat", axis or 0, #parts[1].shape)
  if #parts == 1 then return parts[1] end
  if #parts > MOST_PARTS then
    local wider = {}
    for first = 1, #parts, MOST_PARTS do
      local last = math.min(first + MOST_PARTS - 1, #parts)
      wider[#wider + 1] = ops.concat(table.move(parts, first, last, 1, {}), axis)
    end
    return ops.concat(wider, axis)
  end
  return make(views.concat, table.move(parts, 1, #parts, 1, {}), { axis = axis })
end

---Takes axes of size 1 away: this one, or all.
---@param v table
---@param axis? integer
function ops.squeeze(v, axis)
  check_value("squeeze", v)
  local shape = {}
  axis = axis and value.axis("squeeze", axis, #v.shape) + 1
  if axis and v.shape[axis] ~= 1 and math.type(v.shape[axis]) then
    fail("squeeze", "axis %d of %s has not the size 1", axis - 1, value.text(v))
  end
  for k, size in ipairs(v.shape) do
    if axis and k ~= axis or not axis and size ~= 1 then shape[#shape + 1] = size end
  end
  return ops.reshape(v, shape)
end

---An axis of size 1 more, at this place of the result.
---@param v table
---@param axis integer
function ops.unsqueeze(v, axis)
  check_value("unsqueeze", v)
  local shape = { table.unpack(v.shape) }
  table.insert(shape, value.axis("unsqueeze", axis, #shape + 1) + 1, 1)
  return ops.reshape(v, shape)
end

-- Of sizes and distances: their products do not wrap.
local MOST_OF_WINDOWS = 1 << 31

---Overlapping parts of an axis, along a new last axis: element (…, i, …, k) is that at
---i * stride + k * dilation.
---@param v table
---@param axis integer
---@param size integer
---@param options? { stride?: integer, dilation?: integer }
function ops.windows(v, axis, size, options)
  check_value("windows", v)
  options = check_options("windows", options, "stride", "dilation")
  local attributes = { axis = value.axis("windows", axis, #v.shape), size = size,
                       stride = options.stride or 1, dilation = options.dilation or 1 }
  for _, name in ipairs { "size", "stride", "dilation" } do
    if math.type(attributes[name]) ~= "integer" or attributes[name] < 1 or attributes[name] > MOST_OF_WINDOWS then
      fail("windows", "the %s is a whole number from 1 to 2^31, not %s", name, tostring(attributes[name]))
    end
  end
  return make(views.windows, { v }, attributes)
end

-- Reductions

-- An axis, or a list with one at least: what is given by a name is an option, which comes after the axes.
local function check_form_of_axes(name, v, axes)
  if math.type(axes) == "integer" then return end
  local hint = (name == "max" or name == "min") and (": of two values it is ops.%simum"):format(name) or ""
  if type(axes) ~= "table" or value.is(axes) then fail(name, "axes are an integer, or a list of them%s", hint) end
  for key in pairs(axes) do
    if nearest(tostring(key), { "axes" }) then
      fail(name, "axes have no name, and here is a field '%s': ops.%s(x, 0), or of several ops.%s(x, { 0, 1 })", key, name, name)
    end
  end
  for key in pairs(axes) do
    if math.type(key) ~= "integer" then
      fail(name, "axes are a list, and here is a field '%s': options come after them, as ops.%s(x, nil, { %s = … })",
           tostring(key), name, nearest(tostring(key), { "keep" }) or tostring(key))
    end
  end
  if #axes == 0 and #v.shape > 0 then fail(name, "the list of axes is empty: without one it is of all axes") end
end

-- A list of axes from one, several or none (all of them), sorted.
local function check_axes(name, v, axes)
  local list, seen = {}, {}
  if axes == nil then
    for axis = 0, #v.shape - 1 do list[#list + 1] = axis end
    return list
  end
  check_form_of_axes(name, v, axes)
  for _, axis in ipairs(type(axes) == "table" and axes or { axes }) do
    axis = value.axis(name, axis, #v.shape)
    if seen[axis] then fail(name, "axis %d is there twice", axis) end
    seen[axis] = true
    list[#list + 1] = axis
  end
  table.sort(list)
  return list
end

local function keep_axes(v, axes, result)
  local shape = { table.unpack(v.shape) }
  for _, axis in ipairs(axes) do shape[axis + 1] = 1 end
  return ops.reshape(result, shape)
end

local function reduction(name, definition)
  ops[name] = function(v, axes, options)
    axes = check_axes(name, check_value(name, v), axes)
    options = check_options(name, options, "keep")
    if #axes == 0 and not definition.keeps_place then return v end
    local result = make(definition, { v }, { axes = axes })
    if options.keep then result = keep_axes(v, axes, result) end
    return result
  end
end
reduction("sum", reductions.sum)
reduction("prod", reductions.prod)
reduction("max", reductions.max)
reduction("min", reductions.min)
reduction("argmax", reductions.argmax)
reduction("argmin", reductions.argmin)

-- The greatest along axes, 0 of nothing.
function inner.top(v, axes)
  return keep_axes(v, axes, make(reductions.max, { v }, { axes = axes, of_nothing = true }))
end

-- The axes of an operation that has the options of reductions.
---@return integer[]
function inner.axes_of(name, v, axes, options)
  check_options(name, options, "keep")
  return check_axes(name, check_value(name, v), axes)
end

-- The others

---The elements of an axis that the indices say: shape of data, with that of indices in place of the
---axis. An index that the axis does not have gives 0.
---@param data table
---@param indices table # int or long
---@param axis? integer # 0, if not said
function ops.gather(data, indices, axis)
  check_value("gather", indices)
  axis = value.axis("gather", axis or 0, #check_value("gather", data).shape)
  return make(sources.gather, { data, indices }, { axis = axis })
end

---base and, in the rows that the indices say, updates: several for the same row are added in their
---order. An index that there is not is left out.
---@param base table
---@param indices table # int or long
---@param updates table # shape of the indices, then that of a row
function ops.scatter_add(base, indices, updates)
  check_value("scatter_add", base)
  check_value("scatter_add", indices)
  return make(sources.scatter_add, { base, indices, check_value("scatter_add", updates) }, {})
end

-- The same along another axis than the first, by exchanging axes.
function inner.scatter_add_along(base, indices, updates, axis)
  if axis == 0 then return ops.scatter_add(base, indices, updates) end
  local rank, more = #base.shape, #indices.shape
  local base_order, update_order = { axis }, {}
  for k = 0, more - 1 do update_order[k + 1] = axis + k end
  for k = 0, rank - 1 do
    if k ~= axis then
      base_order[#base_order + 1] = k
      update_order[#update_order + 1] = k < axis and k or k - 1 + more
    end
  end
  local back = {}
  for place, from in ipairs(base_order) do back[from + 1] = place - 1 end
  return ops.permute(ops.scatter_add(ops.permute(base, base_order), indices, ops.permute(updates, update_order)), back)
end

local function as_batch(v)
  if #v.shape <= 3 then return v end
  local batch = 1
  for axis = 1, #v.shape - 2 do batch = batch * v.shape[axis] end
  return ops.reshape(v, { batch, v.shape[#v.shape - 1], v.shape[#v.shape] })
end

---Products of matrices: the last two axes; the others are batches, which broadcast. An operand with
---one axis is a row, or a column.
function ops.matmul(a, b)
  check_value("matmul", a)
  check_value("matmul", b)
  if #a.shape == 0 or #b.shape == 0 then fail("matmul", "the operands are %s and %s, and need axes", value.text(a), value.text(b)) end
  local is_row, is_column = #a.shape == 1, #b.shape == 1
  if is_row then a = ops.unsqueeze(a, 0) end
  if is_column then b = ops.unsqueeze(b, 1) end
  local batch = join_shapes("matmul", { table.unpack(a.shape, 1, #a.shape - 2) }, { table.unpack(b.shape, 1, #b.shape - 2) })
  local function with_batch(v)
    if #v.shape == 2 or equal_shapes({ table.unpack(v.shape, 1, #v.shape - 2) }, batch) then return as_batch(v) end
    local shape = { table.unpack(batch) }
    table.move(v.shape, #v.shape - 1, #v.shape, #shape + 1, shape)
    return as_batch(ops.broadcast_to(v, shape))
  end
  local product = make(sources.matmul, { with_batch(a), with_batch(b) }, {})
  local shape = { table.unpack(batch) }
  if not is_row then shape[#shape + 1] = a.shape[#a.shape - 1] end
  if not is_column then shape[#shape + 1] = b.shape[#b.shape] end
  return ops.reshape(product, shape)
end

---Sums of all elements up to each.
---@param v table
---@param axis? integer # 0, if not said
---@param options? { exclusive?: boolean, reverse?: boolean }
function ops.cumsum(v, axis, options)
  options = check_options("cumsum", options, "exclusive", "reverse")
  axis = value.axis("cumsum", axis or 0, #check_value("cumsum", v).shape)
  return make(sources.cumsum, { v }, { axis = axis, exclusive = options.exclusive or false, reverse = options.reverse or false })
end

---The places that would sort the last axis.
---@param v table
---@param options? { descending?: boolean }
function ops.argsort(v, options)
  if #check_value("argsort", v).shape == 0 then fail("argsort", "the operand has no axis") end
  options = check_options("argsort", options, "descending")
  return make(sources.argsort, { v }, { descending = options.descending or false })
end

-- Operations of users

---An operation that op.register made known, of this script or of the graph's custom_extensions: a list
---of its results.
---@param spec { name: string, values: table[], out_types?: table[], parameters?: table }
---@return table[]
function ops.custom(spec) return require("graph.custom").apply(spec) end

-- Operators

local operators = value.operators
for _, name in ipairs { "add", "sub", "mul", "div", "idiv", "mod", "pow" } do operators[name] = ops[name] end
-- Lua gives the operand of these twice.
operators.unm = function(a) return ops.neg(a) end
operators.bnot = function(a) return (a.dtype == "bool" and ops.logical_not or ops.bit_not)(a) end
operators.shl, operators.shr = ops.shift_left, ops.shift_right
-- Of bools they are logical.
for name, of in pairs { band = "and", bor = "or", bxor = "xor" } do
  operators[name] = function(a, b)
    local dtype = value.is(a) and a.dtype or b.dtype
    return ops[(dtype == "bool" and "logical_" or "bit_") .. of](a, b)
  end
end

require("graph.composites")(ops, inner)

-- x:sum(0) is ops.sum(x, 0).
local names = {} -- of all operations
for name, f in pairs(ops) do
  value.methods[name] = f
  names[#names + 1] = name
end
table.sort(names)

-- In a table without errors of its own, a misspelt name would be a call of nil.
setmetatable(ops, { __index = function(_, name)
  local near = nearest(tostring(name), names)
  value.fail(("there is no operation ops.%s%s"):format(tostring(name), near and ("; did you mean '%s'?"):format(near) or ""))
end })

return ops
