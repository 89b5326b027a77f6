-- Index arithmetic: which element of an array a work-item means.
--
-- An *index* is a whole number that is known when a kernel runs: a sum of *atoms* times integers,
-- plus an integer. Atoms are variables of the kernel, each with its range, and what is left of
-- divisions and remainders that could not be worked out. Reshaping, slicing, transposing and
-- broadcasting arrays is arithmetic with indices, so that no array has to be copied for it: the
-- indices of an element in a [4, 6] array that is a reshaped [24] array are those of 6*i + j.
--
-- Indices are immutable. Each knows its least and greatest value, from which divisions follow:
-- (6*i + j) / 6 is i where 0 <= j < 6. (tinygrad's symbolic shapes work the same way.)
--
--   index.lo, index.hi     the range; the index is the constant where they are equal
--   index.key              the same text for the same index
--   index.variables        set of the variables in it, by name
local index = {}

local metatable = { __index = {} }

-- An atom is { name =, lo =, hi =, variables =, text = }; name is unique in a kernel.

local function make(terms, constant)
  table.sort(terms, function(a, b) return a.atom.name < b.atom.name end)
  local lo, hi, key, variables = constant, constant, {}, {}
  for _, term in ipairs(terms) do
    local atom, factor = term.atom, term.factor
    lo = lo + (factor > 0 and atom.lo or atom.hi) * factor
    hi = hi + (factor > 0 and atom.hi or atom.lo) * factor
    key[#key + 1] = factor .. "*" .. atom.name
    for name in pairs(atom.variables) do variables[name] = true end
  end
  key[#key + 1] = tostring(constant)
  return setmetatable({ terms = terms, constant = constant, lo = lo, hi = hi,
                        key = table.concat(key, "+"), variables = variables }, metatable)
end

local constants = {}

---@param number integer
function index.constant(number)
  local made = constants[number]
  if made == nil then
    made = make({}, number)
    if number >= 0 and number < 1024 then constants[number] = made end
  end
  return made
end

local function of_atom(atom)
  if atom.lo == atom.hi then return index.constant(atom.lo) end
  return make({ { atom = atom, factor = 1 } }, 0)
end

---A variable of the kernel, from `lo` to `hi`. One with a single value is a constant.
---@param name string
---@param lo integer
---@param hi integer
function index.variable(name, lo, hi)
  return of_atom { name = name, lo = lo, hi = hi, variables = { [name] = true }, text = name }
end

---A variable that holds what is read at other indices: it changes as these do.
---@param name string
---@param lo integer
---@param hi integer
---@param variables table<string, boolean>
function index.dependent(name, lo, hi, variables)
  return of_atom { name = name, lo = lo, hi = hi, variables = variables, text = name }
end

local function lift(a) return math.type(a) and index.constant(a) or a end

local function add(a, b)
  a, b = lift(a), lift(b)
  if #b.terms == 0 and b.constant == 0 then return a end
  if #a.terms == 0 and a.constant == 0 then return b end
  local factors, atoms, terms = {}, {}, {}
  for _, side in ipairs { a, b } do
    for _, term in ipairs(side.terms) do
      local name = term.atom.name
      atoms[name] = term.atom
      factors[name] = (factors[name] or 0) + term.factor
    end
  end
  -- What was divided comes together again: d * (i / d) + i % d is i.
  local whole
  for name, atom in pairs(atoms) do
    local rest = atom.divided and ("(%s)%%%d"):format(atom.divided.key, atom.divisor)
    if rest and factors[rest] and factors[rest] ~= 0 and factors[name] == factors[rest] * atom.divisor then
      whole = (whole or index.constant(0)) + factors[rest] * atom.divided
      factors[name], factors[rest] = 0, 0
    end
  end
  for name, atom in pairs(atoms) do
    if factors[name] ~= 0 then terms[#terms + 1] = { atom = atom, factor = factors[name] } end
  end
  local sum = make(terms, a.constant + b.constant)
  return whole and whole + sum or sum
end

local function scale(a, number)
  if number == 0 then return index.constant(0) end
  if number == 1 then return a end
  local terms = {}
  for i, term in ipairs(a.terms) do terms[i] = { atom = term.atom, factor = term.factor * number } end
  return make(terms, a.constant * number)
end

metatable.__add = add
metatable.__unm = function(a) return scale(a, -1) end
metatable.__sub = function(a, b) return add(a, scale(lift(b), -1)) end

---One of the two is a number.
metatable.__mul = function(a, b)
  if math.type(a) then return scale(b, a) end
  return scale(a, b)
end

-- What of `a` is a multiple of `divisor`, divided by it, and the rest.
local function split(a, divisor)
  local whole, rest = {}, {}
  for _, term in ipairs(a.terms) do
    if term.factor % divisor == 0 then
      whole[#whole + 1] = { atom = term.atom, factor = term.factor // divisor }
    else
      rest[#rest + 1] = term
    end
  end
  return make(whole, a.constant // divisor), make(rest, a.constant % divisor)
end

-- C's / and % go towards zero, so that both are only said of indices that are never negative: the
-- caller of index.div and index.mod knows that this is so where the index is used.
local function quotient_atom(a, divisor)
  return of_atom { name = ("(%s)/%d"):format(a.key, divisor), lo = math.max(a.lo, 0) // divisor,
                   hi = math.max(a.hi, 0) // divisor, variables = a.variables,
                   text = ("(%s) / %d"):format(index.text(a), divisor), divides = true, divided = a,
                   divisor = divisor }
end

local function remainder_atom(a, divisor)
  return of_atom { name = ("(%s)%%%d"):format(a.key, divisor), lo = 0,
                   hi = math.min(divisor - 1, math.max(a.hi, 0)), variables = a.variables,
                   text = ("(%s) %% %d"):format(index.text(a), divisor), divides = true }
end

---a // divisor, of an index that is not negative where it is used.
---@param divisor integer # > 0
function index.div(a, divisor)
  if divisor == 1 then return a end
  local whole, rest = split(a, divisor)
  if rest.lo >= 0 and rest.hi < divisor then return whole end
  if rest.lo >= 0 and whole.lo >= 0 then return whole + quotient_atom(rest, divisor) end
  return quotient_atom(a, divisor)
end

---a % divisor, of an index that is not negative where it is used.
---@param divisor integer # > 0
function index.mod(a, divisor)
  if divisor == 1 then return index.constant(0) end
  local whole, rest = split(a, divisor)
  if rest.lo >= 0 and rest.hi < divisor then return rest end
  if rest.lo >= 0 and whole.lo >= 0 then return remainder_atom(rest, divisor) end
  return remainder_atom(a, divisor)
end

---Whether the C text of the index has a division.
function index.divides(a)
  for _, term in ipairs(a.terms) do
    if term.atom.divides then return true end
  end
  return false
end

---What a step of the variable adds to the index; nil where that is no constant.
---@param name string
function index.step(a, name)
  local step = 0
  for _, term in ipairs(a.terms) do
    if term.atom.name == name then
      step = term.factor
    elseif term.atom.variables[name] then
      return nil
    end
  end
  return step
end

---In C.
---@return string
function index.text(a)
  local parts = {}
  for _, term in ipairs(a.terms) do
    local text = term.atom.text
    if term.factor ~= 1 and term.atom.divides then text = "(" .. text .. ")" end
    if term.factor ~= 1 then text = ("%d * %s"):format(term.factor, text) end
    parts[#parts + 1] = text
  end
  if a.constant ~= 0 or #parts == 0 then parts[#parts + 1] = ("%d"):format(a.constant) end
  return (table.concat(parts, " + "):gsub("%+ %-", "- "))
end

metatable.__tostring = index.text

-- Arrays

---The place of an element in a row-major array.
---@param indices table[] # one an axis
---@param shape integer[]
function index.flatten(indices, shape)
  local flat = index.constant(0)
  for axis = 1, #shape do
    flat = shape[axis] == 1 and flat or flat * shape[axis] + indices[axis]
  end
  return flat
end

---The indices of the element at a place of a row-major array without zeros in its shape.
---@param flat table
---@param shape integer[]
---@return table[]
function index.unflatten(flat, shape)
  local indices, before = {}, 1
  for axis = #shape, 1, -1 do
    local size = shape[axis]
    local here = index.div(flat, before)
    indices[axis] = axis == 1 and size > 1 and here or index.mod(here, size)
    before = before * size
  end
  return indices
end

---The indices in an array of `from` that is an array of `to` reshaped.
function index.reshape(indices, from, to)
  -- Axes of size 1 come and go freely; only where others differ is there arithmetic to do.
  local big_from, big_to, places = {}, {}, {}
  for axis, size in ipairs(from) do
    if size ~= 1 then
      big_from[#big_from + 1] = size
      places[#places + 1] = indices[axis]
    end
  end
  for _, size in ipairs(to) do
    if size ~= 1 then big_to[#big_to + 1] = size end
  end
  if table.concat(big_from, ",") ~= table.concat(big_to, ",") then
    places = index.unflatten(index.flatten(places, big_from), big_to)
  end
  local result, next_place = {}, 1
  for axis, size in ipairs(to) do
    if size == 1 then
      result[axis] = index.constant(0)
    else
      result[axis] = places[next_place]
      next_place = next_place + 1
    end
  end
  return result
end

return index
