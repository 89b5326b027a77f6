-- Random graphs that are right by construction: a list of nodes, each of which says how its value is
-- made of earlier ones, and what is known of its elements.
--
--   node.op, node.args, node.attributes     what makes it
--   node.dtype, node.shape                  of its value
--   node.bound                              no element is larger
--   node.grain                              all elements are multiples of this; 0: nobody knows
--   node.exact                              every way of computing it gives the same bits
--   node.error                              else: how far apart the results of two ways may be
--
-- What jumps (comparisons, rounding, places of the greatest) is only made of exact values, sums are
-- exact where no digit is lost, and what would grow too large is not made: so that results can be
-- compared.
local ops = require "ops"
local plain = require "plain"

local random_graph = {}

local epsilon = { float = 2.0 ^ -23, double = 2.0 ^ -52, half = 2.0 ^ -10 }
local digits = { float = 2.0 ^ 23, double = 2.0 ^ 52 }
local most_elements = 512
local integer_types = { "int", "int", "char", "uchar", "short", "ushort", "uint", "long", "ulong" }

local function is_float(dtype) return dtype == "float" or dtype == "double" end
local function is_integer(dtype) return plain.bits[dtype] ~= nil end
local function copy(list) return table.move(list, 1, #list, 1, {}) end

-- The state of making: the generator of numbers, and the nodes so far.
local Maker = {}
Maker.__index = Maker

function Maker:add(node)
  node.args = node.args or {}
  node.attributes = node.attributes or {}
  node.error = node.error or 0
  node.grain = node.grain or 0
  if node.exact == nil then node.exact = true end
  if node.exact then node.error = 0 end
  if is_integer(node.dtype) then
    node.grain = 1
    local most = 2.0 ^ (plain.bits[node.dtype] - (plain.is_unsigned(node.dtype) and 0 or 1))
    if plain.is_unsigned(node.dtype) and node.op ~= "input" and node.op ~= "iota" then node.bound = most end
    if not node.bound or node.bound > most then node.bound = most end
  elseif node.dtype == "bool" then
    node.bound, node.grain = 1, 1
  end
  self.nodes[#self.nodes + 1] = node
  return #self.nodes
end

-- A node that the test says yes to; nil: there is none.
function Maker:pick(test)
  local found = {}
  for i, node in ipairs(self.nodes) do
    if not test or test(node) then
      found[#found + 1] = i
      -- Late ones more often, so that graphs become deep.
      if i > #self.nodes - 4 then found[#found + 1] = i end
    end
  end
  if #found == 0 then return nil end
  local i = self.rng:one(found)
  return i, self.nodes[i]
end

function Maker:size()
  if self.rng:chance(0.03) then return 0 end
  return self.rng:one(self.large and { 1, 2, 3, 16, 17, 31, 64, 67 } or { 1, 1, 2, 3, 4, 5, 7, 11 })
end

function Maker:shape()
  local shape, count = {}, 1
  for axis = 1, self.rng:one { 0, 1, 1, 2, 2, 2, 3, 3, 4 } do
    shape[axis] = self:size()
    if count * shape[axis] > most_elements then shape[axis] = 1 end
    count = count * shape[axis]
  end
  return shape
end

-- The random numbers of an input: multiples of 1/8, so that sums of them are exact.
function random_graph.elements(rng, dtype, shape, bound)
  local function one()
    if dtype == "bool" then return rng:integer(0, 1) end
    if is_float(dtype) then return rng:integer(-8 * bound // 1, 8 * bound // 1) / 8 end
    if plain.is_unsigned(dtype) then return rng:integer(0, bound // 1) end
    return rng:integer(-bound // 1, bound // 1)
  end
  local data = {}
  for i = 1, plain.count(shape) do data[i] = one() end
  return plain.new(dtype, shape, data)
end

function Maker:source(op, dtype, shape)
  dtype = dtype or self.rng:one { "float", "float", "float", "double", "int", "int", "bool", self.rng:one(integer_types) }
  local bound = is_float(dtype) and 4 or dtype == "bool" and 1 or self.rng:one { 3, 12, 100 }
  return self:add { op = op, dtype = dtype, shape = shape or self:shape(), bound = bound, grain = is_float(dtype) and 0.125 or 1,
                    attributes = { seed = self.rng:integer(1, 1 << 30), bound = bound } }
end

-- Of two values with the same type, whose shapes are made to broadcast by taking away what does not.
local function joins(a, b)
  local rank, count = math.max(#a, #b), 1
  for axis = 1, rank do
    local x, y = a[axis - rank + #a] or 1, b[axis - rank + #b] or 1
    if x ~= y and x ~= 1 and y ~= 1 then return false end
    count = count * (x == 1 and y or x)
  end
  return count <= most_elements
end

function Maker:partner(i)
  local node = self.nodes[i]
  local other = self:pick(function(n) return n.dtype == node.dtype and joins(n.shape, node.shape) end)
  if self.rng:chance(0.15) then return self:source("constant", node.dtype, self.rng:chance(0.5) and {} or copy(node.shape)) end
  return other or i
end

-- Whether a sum of as many such elements is the same in every order.
local function sums_exactly(node, count)
  if not node.exact then return false end
  if not is_float(node.dtype) then return true end
  return node.grain > 0 and node.bound * math.max(count, 1) / node.grain < digits[node.dtype]
end

local kinds = {}

-- name → { bound of the argument, bound of the result, how much an error grows }
local smooth = {
  sin = { 1e3, 1, 1 }, cos = { 1e3, 1, 1 }, tanh = { 1e3, 1, 1 }, atan = { 1e3, 1.6, 1 }, erf = { 1e3, 1, 1.2 },
  exp = { 4, 55, 55 }, expm1 = { 4, 55, 55 }, exp2 = { 5, 32, 23 }, sigmoid = { 40, 1, 1 }, softplus = { 40, 41, 1 },
  gelu = { 40, 40, 1.2 }, silu = { 40, 40, 1.2 }, elu = { 40, 40, 1 }, sinh = { 4, 28, 28 }, cosh = { 4, 28, 28 },
}
local smooth_names = {}
for name in pairs(smooth) do smooth_names[#smooth_names + 1] = name end
table.sort(smooth_names)

function kinds.smooth(m)
  local name = m.rng:one(smooth_names)
  local most, bound, slope = table.unpack(smooth[name])
  local i, a = m:pick(function(n) return is_float(n.dtype) and n.bound <= most end)
  if not i then return end
  return m:add { op = name, args = { i }, dtype = a.dtype, shape = a.shape, bound = math.max(bound, 1), exact = false,
                 error = a.error * slope + 64 * epsilon[a.dtype] * math.max(bound, a.bound) }
end

function kinds.unary(m)
  local name = m.rng:one { "neg", "abs", "relu", "square", "safe_sqrt", "safe_log", "safe_reciprocal", "leaky_relu" }
  local i, a = m:pick(function(n) return is_float(n.dtype) and n.bound < 1e4 end)
  if not i then return end
  local node = { op = name, args = { i }, dtype = a.dtype, shape = a.shape, bound = a.bound, exact = a.exact, error = a.error, grain = a.grain }
  if name == "square" then
    node.bound, node.grain, node.error = a.bound ^ 2, a.grain ^ 2, 2 * a.bound * a.error + epsilon[a.dtype] * a.bound ^ 2
  elseif name:find "^safe" then
    node.exact, node.grain, node.bound = false, 0, a.bound + 2
    node.error = a.error + 16 * epsilon[a.dtype] * (a.bound + 2)
  elseif name == "leaky_relu" then
    node.grain, node.error = 0, a.error + epsilon[a.dtype] * a.bound
  end
  return m:add(node)
end

function kinds.binary(m)
  local name = m.rng:one { "add", "sub", "mul", "minimum", "maximum", "safe_div", "add", "mul" }
  local i, a = m:pick(function(n) return is_float(n.dtype) and n.bound < 1e4 end)
  if not i then return end
  local k = m:partner(i)
  local b = m.nodes[k]
  if b.bound >= 1e4 then return end
  if m.rng:chance(0.5) then i, k, a, b = k, i, b, a end
  local node = { op = name, args = { i, k }, dtype = a.dtype, shape = plain.join(a.shape, b.shape), exact = a.exact and b.exact }
  node.bound, node.error, node.grain = a.bound + b.bound, a.error + b.error, math.min(a.grain, b.grain)
  if name == "mul" then
    node.bound, node.grain, node.error = a.bound * b.bound, a.grain * b.grain, a.error * b.bound + b.error * a.bound
    if node.bound > 1e6 then return end
  elseif name == "minimum" or name == "maximum" then
    node.bound = math.max(a.bound, b.bound)
  elseif name == "safe_div" then -- a / (|b| + 1)
    node.exact, node.bound, node.grain, node.error = false, a.bound, 0, a.error + b.error * a.bound
  end
  node.error = node.error + 4 * epsilon[a.dtype] * node.bound
  if node.grain > 0 and node.bound / node.grain >= digits[a.dtype] then node.grain = 0 end -- it was rounded
  return m:add(node)
end

function kinds.number(m)
  local name = m.rng:one { "add", "mul", "sub_from", "maximum", "minimum" }
  local i, a = m:pick(function(n) return is_float(n.dtype) and n.bound < 1e4 end)
  if not i then return end
  local x = m.rng:integer(-16, 16) / 8
  local node = { op = name, args = { i }, dtype = a.dtype, shape = a.shape, exact = a.exact, attributes = { number = x },
                 bound = name == "mul" and a.bound * 2 or a.bound + 2, error = a.error * 2 + 4 * epsilon[a.dtype] * (a.bound + 2),
                 grain = name == "mul" and a.grain / 8 or math.min(a.grain, 0.125) }
  if node.grain > 0 and node.bound / node.grain >= digits[a.dtype] then node.grain = 0 end
  return m:add(node)
end

-- Too large for most integers, and no multiple of small numbers.
function kinds.huge(m)
  local i, a = m:pick(function(n) return is_float(n.dtype) and n.bound < 1e4 end)
  if not i then return end
  local x = m.rng:one { 2.0 ^ 5, 2.0 ^ 13, 2.0 ^ 27, 2.0 ^ 40, 2.0 ^ 62 }
  return m:add { op = "mul", args = { i }, dtype = a.dtype, shape = a.shape, exact = a.exact, attributes = { number = x },
                 bound = a.bound * x, error = a.error * x, grain = a.grain * x }
end

-- NaN and infinities among other elements.
function kinds.special(m)
  local mask, p = m:pick(function(n) return n.dtype == "bool" end)
  local i, a = m:pick(function(n) return mask and is_float(n.dtype) and joins(n.shape, p.shape) end)
  if not i then return end
  return m:add { op = "special", args = { mask, i }, dtype = a.dtype, shape = plain.join(a.shape, p.shape), bound = a.bound, grain = a.grain,
                 exact = a.exact, error = a.error, attributes = { special = m.rng:one { "nan", "inf", "-inf" } } }
end

-- What jumps, of floats.
function kinds.jump(m)
  local name = m.rng:one { "floor", "ceil", "round", "rint", "trunc", "sign" }
  local i, a = m:pick(function(n) return is_float(n.dtype) and n.exact end)
  if not i then return end
  return m:add { op = name, args = { i }, dtype = a.dtype, shape = a.shape, bound = a.bound + 1, grain = 1 }
end

function kinds.integer(m)
  local name = m.rng:one { "add", "sub", "mul", "minimum", "maximum", "bit_and", "bit_or", "bit_xor", "neg", "abs", "sign", "bit_not",
                           "shift_left", "shift_right", "div", "idiv", "mod" }
  local i, a = m:pick(function(n) return is_integer(n.dtype) end)
  if not i then return end
  if ops[name] and (name == "neg" or name == "abs" or name == "sign" or name == "bit_not") then
    return m:add { op = name, args = { i }, dtype = a.dtype, shape = a.shape }
  end
  -- By a number; else by values, among which are 0, and amounts that are too large.
  if (name:find "shift" or name == "div" or name == "idiv" or name == "mod") and m.rng:chance(0.6) then
    local number = name:find "shift" and m.rng:integer(0, plain.bits[a.dtype] + 3) or m.rng:one { 2, 3, 7, 100, 1, 0, -1 }
    if plain.is_unsigned(a.dtype) then number = math.abs(number) end
    return m:add { op = name, args = { i }, dtype = a.dtype, shape = a.shape, attributes = { number = number } }
  end
  local k = m:partner(i)
  local b = m.nodes[k]
  return m:add { op = name, args = { i, k }, dtype = a.dtype, shape = plain.join(a.shape, b.shape),
                 bound = ((name == "add" or name == "sub") and a.bound + b.bound) or (name == "mul" and a.bound * b.bound)
                         or ((name == "minimum" or name == "maximum") and math.max(a.bound, b.bound)) or nil }
end

function kinds.compare(m)
  local name = m.rng:one { "equal", "not_equal", "less", "less_equal", "greater", "greater_equal" }
  local i, a = m:pick(function(n) return n.exact and n.dtype ~= "half" end)
  if not i then return end
  local k = m:pick(function(n) return n.exact and n.dtype == a.dtype and joins(n.shape, a.shape) end)
  return m:add { op = name, args = { i, k }, dtype = "bool", shape = plain.join(a.shape, m.nodes[k].shape) }
end

function kinds.logic(m)
  local name = m.rng:one { "logical_and", "logical_or", "logical_xor", "logical_not" }
  local i, a = m:pick(function(n) return n.dtype == "bool" end)
  if not i then return end
  if name == "logical_not" then return m:add { op = name, args = { i }, dtype = "bool", shape = a.shape } end
  local k = m:partner(i)
  return m:add { op = name, args = { i, k }, dtype = "bool", shape = plain.join(a.shape, m.nodes[k].shape) }
end

function kinds.where(m)
  local mask, p = m:pick(function(n) return n.dtype == "bool" end)
  local i, a = m:pick(function(n) return mask and joins(n.shape, p.shape) end)
  if not i then return end
  local k = m:partner(i)
  local b = m.nodes[k]
  local shape = plain.join(a.shape, b.shape)
  if not joins(shape, p.shape) then return end
  return m:add { op = "where", args = { mask, i, k }, dtype = a.dtype, shape = plain.join(shape, p.shape), exact = a.exact and b.exact,
                 bound = math.max(a.bound, b.bound), grain = math.min(a.grain, b.grain), error = math.max(a.error, b.error) }
end

function kinds.cast(m)
  local i, a = m:pick()
  local to = m.rng:one { "float", "double", "int", "bool", "half", "float", m.rng:one(integer_types) }
  if to == a.dtype or (not is_float(to) and to ~= "half" and not a.exact) or a.bound > 6e4 and to == "half" then return end
  local node = { op = "cast", args = { i }, dtype = to, shape = a.shape, exact = a.exact, bound = a.bound, grain = a.grain,
                 error = a.error, attributes = { dtype = to } }
  if epsilon[to] then
    node.error = a.error + epsilon[to] * a.bound
    if a.bound / (a.grain > 0 and a.grain or 1) >= (to == "half" and 1024 or digits[to]) then node.grain = 0 end
  end
  return m:add(node)
end

-- Views

-- The same knowledge of other places.
local function view(m, i, op, attributes, shape, more)
  local a = m.nodes[i]
  local node = { op = op, args = { i }, dtype = a.dtype, shape = shape, attributes = attributes, bound = a.bound, grain = a.grain,
                 exact = a.exact, error = a.error }
  for name, field in pairs(more or {}) do node[name] = field end
  return m:add(node)
end

function kinds.reshape(m)
  local i, a = m:pick()
  local rest, shape = plain.count(a.shape), {}
  if rest == 0 then return view(m, i, "reshape", { shape = { 0, 3 } }, { 0, 3 }) end
  while rest > 1 and #shape < 4 do
    local size = m.rng:integer(1, rest)
    while rest % size ~= 0 do size = size - 1 end
    shape[#shape + 1] = size
    rest = rest // size
  end
  if rest > 1 then shape[#shape + 1] = rest end
  if m.rng:chance(0.2) then table.insert(shape, m.rng:integer(1, #shape + 1), 1) end
  return view(m, i, "reshape", { shape = shape }, shape)
end

function kinds.permute(m)
  local i, a = m:pick(function(n) return #n.shape >= 2 end)
  if not i then return end
  local axes, shape = {}, {}
  for axis = 0, #a.shape - 1 do table.insert(axes, m.rng:integer(1, #axes + 1), axis) end
  for k, axis in ipairs(axes) do shape[k] = a.shape[axis + 1] end
  return view(m, i, "permute", { axes = axes }, shape)
end

function kinds.slice(m)
  local i, a = m:pick(function(n) return #n.shape >= 1 end)
  if not i then return end
  local axis = m.rng:integer(0, #a.shape - 1)
  local size = a.shape[axis + 1]
  local first = m.rng:integer(0, size)
  local last, step = m.rng:integer(first, size), m.rng:one { 1, 1, 2, 3 }
  if first == last and m.rng:chance(0.9) then return end
  local shape = copy(a.shape)
  shape[axis + 1] = (last - first + step - 1) // step
  return view(m, i, "slice", { first = first, last = last, axis = axis, step = step }, shape)
end

function kinds.flip(m)
  local i, a = m:pick(function(n) return #n.shape >= 1 end)
  if not i then return end
  return view(m, i, "flip", { axis = m.rng:integer(0, #a.shape - 1) }, copy(a.shape))
end

function kinds.pad(m)
  local i, a = m:pick(function(n) return #n.shape >= 1 and plain.count(n.shape) < most_elements // 4 end)
  if not i then return end
  local before, after, shape = {}, {}, {}
  for axis, size in ipairs(a.shape) do
    before[axis], after[axis] = m.rng:one { 0, 0, 1, 2 }, m.rng:one { 0, 0, 1, 3 }
    shape[axis] = size + before[axis] + after[axis]
  end
  if plain.count(shape) > most_elements then return end
  return view(m, i, "pad", { before = before, after = after, number = m.rng:one { 0, 1 } }, shape,
              { bound = math.max(a.bound, 1), grain = a.grain > 0 and math.min(a.grain, 1) or 0 })
end

function kinds.concat(m)
  local i, a = m:pick(function(n) return #n.shape >= 1 end)
  if not i then return end
  local axis = m.rng:integer(0, #a.shape - 1)
  local parts, shape = { i }, copy(a.shape)
  local node = { op = "concat", args = parts, dtype = a.dtype, bound = a.bound, grain = a.grain, exact = a.exact, error = a.error,
                 attributes = { axis = axis } }
  for _ = 1, m.rng:integer(1, 2) do
    local k, b = m:pick(function(n)
      if n.dtype ~= a.dtype or #n.shape ~= #a.shape then return false end
      for d, size in ipairs(n.shape) do
        if d ~= axis + 1 and size ~= a.shape[d] then return false end
      end
      return true
    end)
    parts[#parts + 1] = k
    shape[axis + 1] = shape[axis + 1] + b.shape[axis + 1]
    node.bound, node.grain = math.max(node.bound, b.bound), math.min(node.grain, b.grain)
    node.exact, node.error = node.exact and b.exact, math.max(node.error, b.error)
  end
  if plain.count(shape) > most_elements then return end
  node.shape = shape
  return m:add(node)
end

function kinds.broadcast_to(m)
  local i, a = m:pick()
  local shape = copy(a.shape)
  for axis, size in ipairs(shape) do
    if size == 1 then shape[axis] = m:size() end
  end
  if m.rng:chance(0.4) and #shape < 4 then table.insert(shape, 1, m:size()) end
  if plain.count(shape) > most_elements then return end
  return view(m, i, "broadcast_to", { shape = shape }, shape)
end

function kinds.windows(m)
  local i, a = m:pick(function(n) return #n.shape >= 1 and #n.shape <= 3 end)
  if not i then return end
  local axis, size = m.rng:integer(0, #a.shape - 1), m.rng:integer(1, 3)
  local stride, dilation = m.rng:one { 1, 1, 2 }, m.rng:one { 1, 1, 2 }
  local left = a.shape[axis + 1] - (size - 1) * dilation - 1
  if left < 0 then return end
  local shape = copy(a.shape)
  shape[axis + 1] = left // stride + 1
  shape[#shape + 1] = size
  if plain.count(shape) > most_elements then return end
  return view(m, i, "windows", { axis = axis, size = size, stride = stride, dilation = dilation }, shape)
end

-- Reductions

local function random_axes(m, shape)
  local axes = {}
  for axis = 0, #shape - 1 do
    if m.rng:chance(0.5) then axes[#axes + 1] = axis end
  end
  if #axes == 0 and #shape > 0 then axes[1] = m.rng:integer(0, #shape - 1) end
  return axes
end

local function reduced_shape(shape, axes, keep)
  local gone, result, count = {}, {}, 1
  for _, axis in ipairs(axes) do gone[axis + 1] = true end
  for axis, size in ipairs(shape) do
    if gone[axis] then count = count * size end
    if not gone[axis] then result[#result + 1] = size elseif keep then result[#result + 1] = 1 end
  end
  return result, count
end

function kinds.reduce(m)
  local name = m.rng:one { "sum", "sum", "max", "min", "argmax", "argmin", "mean", "prod", "var", "logsumexp", "any", "all" }
  local floats = name == "mean" or name == "var" or name == "logsumexp"
  local i, a = m:pick(function(n)
    if name == "any" or name == "all" then return n.dtype == "bool" end
    if floats then return is_float(n.dtype) and n.bound < 50 end
    if name:find "^arg" then return n.exact and n.dtype ~= "bool" and n.dtype ~= "half" end
    if name == "prod" then return is_integer(n.dtype) or is_float(n.dtype) and n.bound <= 2 end
    return is_float(n.dtype) and n.bound < 1e4 or is_integer(n.dtype)
  end)
  if not i then return end
  local axes = random_axes(m, a.shape)
  local keep = m.rng:chance(0.4)
  local shape, count = reduced_shape(a.shape, axes, keep)
  if count == 0 and name ~= "sum" and name ~= "prod" then return end
  local node = { op = name, args = { i }, dtype = a.dtype, shape = shape, attributes = { axes = axes, keep = keep }, bound = a.bound,
                 exact = a.exact, grain = a.grain, error = a.error }
  local e = epsilon[a.dtype] or 0
  if name == "sum" then
    node.exact = sums_exactly(a, count)
    node.bound, node.error = a.bound * math.max(count, 1), a.error * count + e * count * count * a.bound
    if not node.exact then node.grain = 0 end
  elseif name == "prod" and is_float(a.dtype) then
    if count > 5 then return end
    node.bound, node.exact, node.grain = math.max(1, a.bound ^ count), false, 0
    node.error = (a.error + e * 2) * count * math.max(1, a.bound ^ count)
  elseif floats then
    node.exact, node.grain = false, 0
    if name == "var" then node.bound = a.bound ^ 2 * 4 end
    if name == "logsumexp" then node.bound = a.bound + math.log(count) + 1 end
    node.error = (name == "var" and 4 * (a.bound + 1) or 1) * (a.error + 16 * e * (count + 2) * (a.bound + 1))
  elseif name:find "^arg" then
    node.dtype, node.bound = "int", count
  elseif name == "any" or name == "all" then
    node.dtype = "bool"
  end
  return m:add(node)
end

function kinds.softmax(m)
  local i, a = m:pick(function(n) return is_float(n.dtype) and n.bound < 50 and #n.shape > 0 and plain.count(n.shape) > 0 end)
  if not i then return end
  local name = m.rng:one { "softmax", "log_softmax", "rms_norm", "layer_norm" }
  local axis = m.rng:integer(0, #a.shape - 1)
  local attributes = { axis = axis }
  if name == "layer_norm" or name == "rms_norm" then axis, attributes = #a.shape - 1, { epsilon = 0.5 } end
  local size = a.shape[axis + 1]
  return m:add { op = name, args = { i }, dtype = a.dtype, shape = copy(a.shape), attributes = attributes, exact = false,
                 bound = name == "softmax" and 1 or name == "log_softmax" and 2 * a.bound + math.log(size) + 1 or math.max(1, size ^ 0.5 + 1),
                 error = 16 * (a.error * (a.bound + 2) + epsilon[a.dtype] * (size + 4) * (a.bound + 4) ^ 2) }
end

-- Those with kernels of their own

function kinds.matmul(m)
  local i, a = m:pick(function(n) return #n.shape >= 1 and #n.shape <= 3 and (is_float(n.dtype) and n.bound < 200 or is_integer(n.dtype)) end)
  if not i then return end
  local k = a.shape[#a.shape]
  local j, b = m:pick(function(n)
    local same = n.dtype == a.dtype and n.bound <= 200
    return same and (#n.shape == 1 and n.shape[1] == k or #n.shape >= 2 and #n.shape <= 3 and n.shape[#n.shape - 1] == k)
       and not (#a.shape == 3 and #n.shape == 3 and a.shape[1] ~= n.shape[1])
  end)
  if not j then
    j = m:source("constant", a.dtype, { k, m.rng:integer(1, 5) })
    b = m.nodes[j]
  end
  local shape = #a.shape == 3 and { a.shape[1] } or #b.shape == 3 and { b.shape[1] } or {}
  if #a.shape > 1 then shape[#shape + 1] = a.shape[#a.shape - 1] end
  if #b.shape > 1 then shape[#shape + 1] = b.shape[#b.shape] end
  if plain.count(shape) > most_elements then return end
  local product = { bound = a.bound * b.bound, grain = a.grain * b.grain, exact = a.exact and b.exact, dtype = a.dtype }
  local exact = sums_exactly(product, k)
  return m:add { op = "matmul", args = { i, j }, dtype = a.dtype, shape = shape, exact = exact, grain = exact and product.grain or 0,
                 bound = product.bound * math.max(k, 1),
                 error = k * (a.error * b.bound + b.error * a.bound + (epsilon[a.dtype] or 0) * (k + 1) * product.bound) }
end

function kinds.cumsum(m)
  local i, a = m:pick(function(n) return #n.shape >= 1 and (is_integer(n.dtype) or is_float(n.dtype) and n.bound < 1e3) end)
  if not i then return end
  local axis = m.rng:integer(0, #a.shape - 1)
  local count = a.shape[axis + 1]
  local exact = sums_exactly(a, count)
  return m:add { op = "cumsum", args = { i }, dtype = a.dtype, shape = copy(a.shape), exact = exact, bound = a.bound * math.max(count, 1),
                 grain = exact and a.grain or 0, error = a.error * count + (epsilon[a.dtype] or 0) * count * count * a.bound,
                 attributes = { axis = axis, exclusive = m.rng:chance(0.3), reverse = m.rng:chance(0.3) } }
end

function kinds.argsort(m)
  local i, a = m:pick(function(n) return #n.shape >= 1 and n.exact and (is_integer(n.dtype) or is_float(n.dtype)) end)
  if not i then return end
  return m:add { op = "argsort", args = { i }, dtype = "int", shape = copy(a.shape), bound = a.shape[#a.shape],
                 attributes = { descending = m.rng:chance(0.4) } }
end

function kinds.gather(m)
  local i, a = m:pick(function(n) return #n.shape >= 1 end)
  local j, b = m:pick(function(n) return (n.dtype == "int" or n.dtype == "long") and #n.shape <= 2 end)
  if not i or not j then return end
  local axis, shape = m.rng:integer(0, #a.shape - 1), {}
  table.move(a.shape, 1, axis, 1, shape)
  table.move(b.shape, 1, #b.shape, #shape + 1, shape)
  table.move(a.shape, axis + 2, #a.shape, #shape + 1, shape)
  if plain.count(shape) > most_elements or #shape > 5 then return end
  return m:add { op = "gather", args = { i, j }, dtype = a.dtype, shape = shape, attributes = { axis = axis }, bound = a.bound,
                 grain = a.grain, exact = a.exact, error = a.error }
end

function kinds.scatter_add(m)
  local i, a = m:pick(function(n) return #n.shape >= 1 and (is_integer(n.dtype) or is_float(n.dtype) and n.bound < 1e3) end)
  local j, b = m:pick(function(n) return (n.dtype == "int" or n.dtype == "long") and #n.shape <= 2 end)
  if not i or not j then return end
  local shape = copy(b.shape)
  table.move(a.shape, 2, #a.shape, #shape + 1, shape)
  if plain.count(shape) > most_elements or #shape > 5 then return end
  local k, u = m:pick(function(n)
    if n.dtype ~= a.dtype or #n.shape ~= #shape or n.bound >= 1e3 and is_float(n.dtype) then return false end
    for axis, size in ipairs(shape) do
      if n.shape[axis] ~= size then return false end
    end
    return true
  end)
  if not k then
    k = m:source("constant", a.dtype, shape)
    u = m.nodes[k]
  end
  local count = plain.count(b.shape) + 1
  return m:add { op = "scatter_add", args = { i, j, k }, dtype = a.dtype, shape = copy(a.shape), exact = a.exact and u.exact,
                 bound = a.bound + count * u.bound, grain = math.min(a.grain, u.grain),
                 error = a.error + count * u.error + (epsilon[a.dtype] or 0) * count * (a.bound + count * u.bound) }
end

local weighted = {}
for name, weight in pairs { smooth = 3, unary = 3, binary = 6, number = 3, jump = 2, huge = 1, special = 1, integer = 5, compare = 2, logic = 1, where = 3,
                            cast = 2, reshape = 3, permute = 3, slice = 3, flip = 1, pad = 2, concat = 2, broadcast_to = 2, windows = 1,
                            reduce = 6, softmax = 2, matmul = 2, cumsum = 1, argsort = 1, gather = 2, scatter_add = 1 } do
  for _ = 1, weight do weighted[#weighted + 1] = name end
end
table.sort(weighted)

---@param seed integer
---@param size? integer # nodes beside the inputs; 3 to 25, if not said
function random_graph.make(seed, size)
  local rng = plain.generator(seed)
  local m = setmetatable({ rng = rng, nodes = {}, large = rng:chance(0.2) }, Maker)
  most_elements = m.large and 4096 or 512
  size = size or rng:one { rng:integer(3, 8), rng:integer(3, 12), rng:integer(5, 25) }
  for _ = 1, rng:integer(1, 3) do m:source("input") end
  local tries = 0
  while #m.nodes < size + 2 and tries < 20 * size do
    tries = tries + 1
    if rng:chance(0.08) then
      if rng:chance(0.4) then
        local shape = m:shape()
        if #shape > 0 then m:add { op = "iota", dtype = "int", shape = shape, bound = 511, attributes = { axis = rng:integer(0, #shape - 1) } } end
      else
        m:source(rng:one { "constant", "input", "weight" })
      end
    end
    kinds[rng:one(weighted)](m)
  end
  -- Which are used by nobody are results; and some others, inputs among them.
  local used, outputs = {}, {}
  for _, node in ipairs(m.nodes) do
    for _, arg in ipairs(node.args) do used[arg] = true end
  end
  for i in ipairs(m.nodes) do
    if not used[i] and #outputs < 6 or rng:chance(0.06) then outputs[#outputs + 1] = i end
  end
  if rng:chance(0.1) then outputs[#outputs + 1] = rng:one(outputs) end
  return { seed = seed, nodes = m.nodes, outputs = outputs, symbolic = rng:chance(0.3) }
end

-- Building

local build = {}
local function square(v) return v * v end
build.square = square
function build.safe_sqrt(v) return ops.sqrt(ops.abs(v) + 1) end
function build.safe_log(v) return ops.log(ops.abs(v) + 1) end
function build.safe_reciprocal(v) return ops.reciprocal(ops.abs(v) + 1) end
function build.safe_div(_, a, b) return a / (ops.abs(b) + 1) end
local specials = { nan = 0 / 0, inf = math.huge, ["-inf"] = -math.huge }
function build.special(mask, at, v) return ops.where(mask, specials[at.special], v) end
function build.sub_from(v, at) return at.number - v end

-- The value of a node, of those of its arguments.
function random_graph.value(node, args)
  local op, at = node.op, node.attributes
  local a, b, c = args[1], args[2], args[3]
  if op == "iota" then return ops.iota(node.shape, at.axis) end
  if op == "reshape" then return ops.reshape(a, at.shape) end
  if op == "permute" then return ops.permute(a, at.axes) end
  if op == "slice" then return ops.slice(a, at.first, at.last, at.axis, at.step) end
  if op == "pad" then return ops.pad(a, at.before, at.after, at.number) end
  if op == "concat" then return ops.concat(args, at.axis) end
  if op == "broadcast_to" then return ops.broadcast_to(a, at.shape) end
  if op == "windows" then return ops.windows(a, at.axis, at.size, { stride = at.stride, dilation = at.dilation }) end
  if op == "cast" then return ops.cast(a, at.dtype) end
  if op == "layer_norm" then return ops.layer_norm(a, nil, nil, at.epsilon) end
  if op == "rms_norm" then return ops.rms_norm(a, nil, at.epsilon) end
  if op == "cumsum" then return ops.cumsum(a, at.axis, { exclusive = at.exclusive, reverse = at.reverse }) end
  if op == "argsort" then return ops.argsort(a, at) end
  if at.axes then return ops[op](a, at.axes, { keep = at.keep }) end
  if op == "safe_div" then return build.safe_div(at, a, b) end
  if op == "special" then return build.special(a, at, b) end
  if build[op] then return build[op](a, at) end
  if at.number then return ops[op](a, at.number) end
  if at.axis then
    if b then return ops[op](a, b, at.axis) end
    return ops[op](a, at.axis)
  end
  if #args == 1 then return ops[op](a) end
  if #args == 2 then return ops[op](a, b) end
  return ops[op](a, b, c)
end

-- Text

local function text_of(t)
  if type(t) ~= "table" then return tostring(t) end
  local parts, names = {}, {}
  for name in pairs(t) do names[#names + 1] = name end
  table.sort(names, function(p, q) return tostring(p) < tostring(q) end)
  for i, name in ipairs(names) do parts[i] = (type(name) == "string" and name .. "=" or "") .. text_of(t[name]) end
  return "{" .. table.concat(parts, ", ") .. "}"
end

function random_graph.text(g)
  local lines = {}
  for i, node in ipairs(g.nodes) do
    if not node.gone then
      local args = {}
      for k, arg in ipairs(node.args) do args[k] = "%" .. arg end
      lines[#lines + 1] = ("%%%d = %s(%s) %s: %s[%s]%s"):format(i, node.op, table.concat(args, ", "), text_of(node.attributes), node.dtype,
        table.concat(node.shape, ","), node.exact and "" or (" ±%.2g"):format(node.error))
    end
  end
  lines[#lines + 1] = "results: %" .. table.concat(g.outputs, ", %") .. (g.symbolic and " (sizes are symbols)" or "")
  return table.concat(lines, "\n")
end

return random_graph
