-- Sizes that are not known yet: "n", "batch * 4", "(n + 1)//2".
--
-- A size is a Lua integer, or a *dim*: a sum of products with integer coefficients. The factors of
-- a product are atoms: symbols, and floor divisions that come to no product. Everything is kept in
-- one canonical form, so that two sizes are equal for every value of their symbols where their
-- texts are the same:
--
--     local n, k = dim.symbol "n", dim.symbol "k"
--     (n + k) * 2 - k           --> 2*n + k
--     (2 * n + 3) // 2          --> n + 1          every symbol is an integer
--     n // 2 // 3               --> n//6
--     n - n + 4                 --> 4              a plain integer, as all known sizes are
--
-- (The reverse does not hold: (n*n - n)//2 and n*(n - 1)//2 are one dim, but that k*(n//k) <= n is
-- not known.) Dims with the same text are the same table: == compares them, and they can be keys.
--
-- A divisor is taken to be other than 0; the error comes when it is bound to 0. Division rounds
-- down, as Lua's does.
--
--     dim.symbol(name)          a symbol; names are identifiers
--     dim.parse(text)           of "n - k + 1": identifiers, integers, + - * // and (); nil and
--                               what is wrong with it
--     dim.is(value)             whether it is a dim (false for integers)
--     dim.text(size)            "n - k + 1", "4"; dim.parse reads it back
--     dim.equal(a, b)           whether two sizes are equal, whatever their symbols stand for
--     dim.symbols(size)         sorted list of the names in it
--     dim.bind(size, values)    with values = { n = 4, … }, integers or dims, in place of
--                               symbols: an integer, or a dim with the rest; may be negative,
--                               which is the caller's to refuse
--     dim.solve(size, name, value)   what the symbol is where the size is the value: an integer or
--                               a dim; nil where that cannot be told. Both may have other symbols,
--                               which are those of the same name

local native = require "graph.native"

local dim = {}
local Dim = {}     -- metatable of dims
Dim.__index = Dim

-- A dim is { terms = { term … }, text = … }, where a term is { coefficient = 2, factors = { atom …
-- } } and an atom is { text = "n", symbol = "n" } or { text = "n//2", above = size, below = size }.
-- The terms are in the order of the text; the term without factors is the constant. Nothing of it
-- changes once it is made.

local known = setmetatable({}, { __mode = "v" }) -- text → dim

---- integers -----------------------------------------------------------------------------------

local function overflow()
  return native.fail("a size is beyond 2^63 - 1")
end

local function checked_add(a, b)
  local sum = a + b
  if (a ~ sum) & (b ~ sum) < 0 then overflow() end
  return sum
end

local function checked_mul(a, b)
  if a == 0 or b == 0 then return 0 end
  local product = a * b
  if product // b ~= a or (b == -1 and a == math.mininteger) then overflow() end
  return product
end

local function gcd(a, b)
  a, b = math.abs(a), math.abs(b)
  while b ~= 0 do a, b = b, a % b end
  return a
end

---- from terms to dims -------------------------------------------------------------------------

-- "k*n": the same for the same factors, which are sorted by text.
local function key_of(factors)
  local texts = {}
  for i, atom in ipairs(factors) do texts[i] = atom.text end
  return table.concat(texts, " ")
end

local function term_text(term, is_first)
  local parts = {}
  local magnitude = math.abs(term.coefficient)
  if magnitude ~= 1 or #term.factors == 0 then parts[1] = tostring(magnitude) end
  -- -n//2 is (-n)//2, as in Lua.
  local alone = #term.factors == 1 and magnitude == 1 and not (is_first and term.coefficient < 0)
  for _, atom in ipairs(term.factors) do
    parts[#parts + 1] = (atom.symbol or alone) and atom.text or "(" .. atom.text .. ")"
  end
  return table.concat(parts, "*")
end

-- What is added before what is taken away, long products first, the constant last.
local function comes_before(a, b)
  local a_constant, b_constant = #a.factors == 0, #b.factors == 0
  if a_constant ~= b_constant then return b_constant end
  if (a.coefficient > 0) ~= (b.coefficient > 0) then return a.coefficient > 0 end
  if #a.factors ~= #b.factors then return #a.factors > #b.factors end
  return a.key < b.key
end

local function sum_text(terms)
  local parts = {}
  for i, term in ipairs(terms) do
    local sign = i == 1 and "" or " + "
    if term.coefficient < 0 then sign = i == 1 and "-" or " - " end
    parts[#parts + 1] = sign .. term_text(term, i == 1)
  end
  return table.concat(parts)
end

-- The size that terms come to: { [key] = { coefficient, factors, key } }.
local function make(by_key)
  local terms = {}
  for _, term in pairs(by_key) do
    if term.coefficient ~= 0 then terms[#terms + 1] = term end
  end
  if #terms == 0 then return 0 end
  table.sort(terms, comes_before)
  if #terms == 1 and #terms[1].factors == 0 then return terms[1].coefficient end
  local text = sum_text(terms)
  local found = known[text]
  if not found then
    found = setmetatable({ terms = terms, text = text }, Dim)
    known[text] = found
  end
  return found
end

local function of_atom(atom)
  return make { [atom.text] = { coefficient = 1, factors = { atom }, key = atom.text } }
end

-- The terms of a size, an integer's too.
local function terms_of(size)
  if getmetatable(size) == Dim then return size.terms end
  local whole = math.tointeger(size)
  if not whole then
    native.fail("a size is an integer or a symbolic size, not " .. tostring(size))
  end
  if whole == 0 then return {} end
  return { { coefficient = whole, factors = {}, key = "" } }
end

local function add_term(by_key, coefficient, factors, key)
  local there = by_key[key]
  by_key[key] = {
    coefficient = there and checked_add(there.coefficient, coefficient) or coefficient,
    factors = factors,
    key = key,
  }
end

---- sums and products --------------------------------------------------------------------------

-- a + scale * b
local function add_scaled(a, b, scale)
  local by_key = {}
  for _, term in ipairs(terms_of(a)) do
    add_term(by_key, term.coefficient, term.factors, term.key)
  end
  for _, term in ipairs(terms_of(b)) do
    add_term(by_key, checked_mul(term.coefficient, scale), term.factors, term.key)
  end
  return make(by_key)
end

local function join_factors(a, b)
  local factors = table.move(b, 1, #b, #a + 1, table.move(a, 1, #a, 1, {}))
  table.sort(factors, function(x, y) return x.text < y.text end)
  return factors
end

local function multiply(a, b)
  local by_key = {}
  for _, x in ipairs(terms_of(a)) do
    for _, y in ipairs(terms_of(b)) do
      local factors = join_factors(x.factors, y.factors)
      add_term(by_key, checked_mul(x.coefficient, y.coefficient), factors, key_of(factors))
    end
  end
  return make(by_key)
end

function Dim.__add(a, b) return add_scaled(a, b, 1) end
function Dim.__sub(a, b) return add_scaled(a, b, -1) end
function Dim.__unm(a) return add_scaled(0, a, -1) end
Dim.__mul = multiply

---- division -----------------------------------------------------------------------------------

local function in_parentheses(size)
  local text = dim.text(size)
  return text:find("^[%w_]+$") and text or "(" .. text .. ")"
end

local function floor_atom(above, below)
  return of_atom {
    text = in_parentheses(above) .. "//" .. in_parentheses(below),
    above = above,
    below = below,
  }
end

-- Numerator and divisor of floor(x / a) + c, where `size` is that with constants a > 0 and c; else
-- nil.
local function as_quotient(size)
  local atom, constant
  for _, term in ipairs(terms_of(size)) do
    if #term.factors == 0 then
      constant = term.coefficient
    elseif atom or #term.factors > 1 or term.coefficient ~= 1 then
      return nil
    else
      atom = term.factors[1]
    end
  end
  if not atom or not atom.above or math.type(atom.below) ~= "integer" then return nil end
  return add_scaled(atom.above, checked_mul(constant or 0, atom.below), 1), atom.below
end

-- floor((g*x + c) / (g*b)) is floor((x + c // g) / b), for integers.
local function reduce(above, below)
  local common = below
  for _, term in ipairs(terms_of(above)) do
    if #term.factors > 0 then common = gcd(common, term.coefficient) end
  end
  if common == 1 then return above, below end
  local by_key = {}
  for _, term in ipairs(terms_of(above)) do
    add_term(by_key, term.coefficient // common, term.factors, term.key)
  end
  return make(by_key), below // common
end

local divide_by_integer

-- Of a numerator whose coefficients are from 0 to below - 1: one of the two forms floor(x / b) and
-- -floor((-x + b - 1) / b), which is the sum rounded up; the one whose first coefficient is the
-- smaller.
local function divide_rest(above, below)
  if 2 * above.terms[1].coefficient <= below then return floor_atom(above, below) end
  local negated = add_scaled(below - 1, above, -1)
  return add_scaled(0, divide_by_integer(negated, below), -1)
end

-- By an integer > 0: what is divisible comes out, and what stays has coefficients from 0 to below -
-- 1.
function divide_by_integer(above, below)
  local whole, rest = {}, {}
  for _, term in ipairs(terms_of(above)) do
    add_term(whole, term.coefficient // below, term.factors, term.key)
    add_term(rest, term.coefficient % below, term.factors, term.key)
  end
  local quotient, remainder = make(whole), make(rest)
  if math.type(remainder) == "integer" then return quotient end
  remainder, below = reduce(remainder, below)
  if below == 1 then return add_scaled(quotient, remainder, 1) end
  local inner, inner_below = as_quotient(remainder)
  if inner then
    local nested = divide_by_integer(inner, checked_mul(inner_below, below))
    return add_scaled(quotient, nested, 1)
  end
  return add_scaled(quotient, divide_rest(remainder, below), 1)
end

-- The factors of `factors` without those of `divisor`; nil where one of these is not there.
local function without_factors(factors, divisor)
  local left, next_one = {}, 1
  for _, atom in ipairs(factors) do
    if divisor[next_one] and divisor[next_one].text == atom.text then
      next_one = next_one + 1
    else
      left[#left + 1] = atom
    end
  end
  if divisor[next_one] then return nil end
  return left
end

-- The term that is first where products are compared as words are: of a product of two sums it is
-- the product of theirs, which long division needs.
local function leading(terms)
  local best
  for _, term in ipairs(terms) do
    if not best or #term.factors > #best.factors
      or (#term.factors == #best.factors and term.key < best.key) then
      best = term
    end
  end
  return best
end

-- above / below where that is a sum of products again, by long division; else nil.
local function divide_exactly(above, below)
  local first = leading(terms_of(below))
  local quotient = 0
  while above ~= 0 do
    local term = leading(terms_of(above))
    local factors = without_factors(term.factors, first.factors)
    if not factors or term.coefficient % first.coefficient ~= 0 then return nil end
    local part = make {
      part = {
        coefficient = term.coefficient // first.coefficient,
        factors = factors,
        key = key_of(factors),
      },
    }
    quotient = add_scaled(quotient, part, 1)
    above = add_scaled(above, multiply(part, below), -1)
  end
  return quotient
end

-- By a single product: each term that it divides comes out.
local function divide_by_product(above, below)
  local divisor = below.terms[1]
  local whole, rest = {}, {}
  for _, term in ipairs(terms_of(above)) do
    local factors = without_factors(term.factors, divisor.factors)
    if factors and term.coefficient % divisor.coefficient == 0 then
      add_term(whole, term.coefficient // divisor.coefficient, factors, key_of(factors))
    else
      add_term(rest, term.coefficient, term.factors, term.key)
    end
  end
  local quotient, remainder = make(whole), make(rest)
  if remainder == 0 then return quotient end
  return add_scaled(quotient, floor_atom(remainder, below), 1)
end

local function divide(above, below)
  if math.type(below) == "integer" then
    if below == 0 then native.fail("the size " .. dim.text(above) .. " is divided by 0") end
    if below < 0 then return divide_by_integer(add_scaled(0, above, -1), -below) end
    return divide_by_integer(above, below)
  end
  local exact = divide_exactly(above, below)
  if exact then return exact end
  if #below.terms == 1 then return divide_by_product(above, below) end
  return floor_atom(above, below)
end

function Dim.__idiv(a, b)
  terms_of(a)
  terms_of(b)
  return divide(math.tointeger(a) or a, math.tointeger(b) or b)
end

---- what is asked of dims ----------------------------------------------------------------------

function dim.symbol(name)
  if type(name) ~= "string" or not name:find("^[%a_][%w_]*$") then
    native.fail("a symbolic size has a name of letters, digits and _, not '" ..
      tostring(name) .. "'")
  end
  return of_atom { text = name, symbol = name }
end

function dim.is(value)
  return getmetatable(value) == Dim
end

function dim.text(size)
  if dim.is(size) then return size.text end
  return tostring(math.tointeger(size) or size)
end
Dim.__tostring = dim.text

function dim.equal(a, b)
  return a == b
end

local function collect_symbols(size, seen)
  for _, term in ipairs(terms_of(size)) do
    for _, atom in ipairs(term.factors) do
      if atom.symbol then
        seen[atom.symbol] = true
      else
        collect_symbols(atom.above, seen)
        collect_symbols(atom.below, seen)
      end
    end
  end
end

function dim.symbols(size)
  local seen, names = {}, {}
  collect_symbols(size, seen)
  for name in pairs(seen) do names[#names + 1] = name end
  table.sort(names)
  return names
end

local function bind_atom(atom, values)
  if not atom.symbol then
    return divide(dim.bind(atom.above, values), dim.bind(atom.below, values))
  end
  local value = values[atom.symbol]
  if value == nil then return of_atom(atom) end
  return math.tointeger(value) or value
end

function dim.bind(size, values)
  if not dim.is(size) then return size end
  local sum = 0
  for _, term in ipairs(size.terms) do
    local product = term.coefficient
    for _, atom in ipairs(term.factors) do product = multiply(product, bind_atom(atom, values)) end
    sum = add_scaled(sum, product, 1)
  end
  return sum
end

-- Whether the symbol is in the atom.
local function mentions(atom, name)
  if atom.symbol then return atom.symbol == name end
  local seen = {}
  collect_symbols(atom.above, seen)
  collect_symbols(atom.below, seen)
  return seen[name] ~= nil
end

function dim.solve(size, name, value)
  local scale, rest = nil, value
  for _, term in ipairs(terms_of(size)) do
    local inside = false
    for _, atom in ipairs(term.factors) do inside = inside or mentions(atom, name) end
    if not inside then
      rest = add_scaled(rest, make { term }, -1)
    elseif scale or #term.factors > 1 or not term.factors[1].symbol then
      return nil
    else
      scale = term.coefficient
    end
  end
  if not scale then return nil end
  for _, term in ipairs(terms_of(rest)) do
    if term.coefficient % scale ~= 0 then return nil end
  end
  return divide(rest, scale)
end

---- text ---------------------------------------------------------------------------------------

-- sum = product { ("+" | "-") product };  product = unary { ("*" | "//") unary };
-- unary = "-" unary | integer | name | "(" sum ")"
--
-- A parser is { text = …, at = position of the next character }. Its mistakes are errors that are
-- this table.

local function mistake(parser, what)
  parser.wrong = what
  error(parser, 0)
end

local function take(parser, pattern)
  local first, last = parser.text:find("^%s*" .. pattern, parser.at)
  if not first then return nil end
  parser.at = last + 1
  return (parser.text:sub(first, last):match("^%s*(.*)$"))
end

local parse_sum

local function parse_unary(parser)
  parser.depth = parser.depth + 1
  if parser.depth > 100 then mistake(parser, "it is nested too deeply") end
  local size
  local word = take(parser, "[%a_][%w_]*") or take(parser, "%d[%w_.]*")
  if word and word:find("^%d") then
    size = word:find("^%d+$") and math.tointeger(tonumber(word))
    if not size then mistake(parser, "'" .. word .. "' is no integer") end
  elseif word then
    size = dim.symbol(word)
  elseif take(parser, "%-") then
    size = add_scaled(0, parse_unary(parser), -1)
  elseif take(parser, "%(") then
    size = parse_sum(parser)
    if not take(parser, "%)") then mistake(parser, "a ')' is missing") end
  else
    local rest = parser.text:match("^%s*(%S*)", parser.at)
    mistake(parser, rest == "" and "it ends where a size is missing"
      or "a size is missing before '" .. rest .. "'")
  end
  parser.depth = parser.depth - 1
  return size
end

local function parse_product(parser)
  local size = parse_unary(parser)
  while true do
    if take(parser, "//") then
      local below = parse_unary(parser)
      if below == 0 then mistake(parser, "it divides by 0") end
      size = divide(size, below)
    elseif take(parser, "%*") then
      size = multiply(size, parse_unary(parser))
    else
      return size
    end
  end
end

function parse_sum(parser)
  local size = parse_product(parser)
  while true do
    if take(parser, "%+") then
      size = add_scaled(size, parse_product(parser), 1)
    elseif take(parser, "%-") then
      size = add_scaled(size, parse_product(parser), -1)
    else
      return size
    end
  end
end

function dim.parse(text)
  local parser = { text = text, at = 1, depth = 0 }
  local good, result = pcall(function()
    local size = parse_sum(parser)
    local rest = parser.text:match("^%s*(.-)%s*$", parser.at)
    if rest ~= "" then
      mistake(parser, "'" .. rest .. "' is no part of a size; sizes have + - * // and ()")
    end
    return size
  end)
  if good then return result end
  if result ~= parser then error(result, 0) end
  return nil, parser.wrong
end

return dim
