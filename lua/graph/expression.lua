-- An OpenCL C expression as text, made into values of a graph.
--
--     local made = expression.compile("t = x * 2.0f; out = t > y ? exp(t) : y", { x = x, y = y }, {
--       operations = ops, title = "foreach 'add_one'", types = { out = "float" } })
--     made.out                           --> a value; a Lua number where it is the same everywhere
--
-- The text has assignments, one after the other: `name = expression;` or `float name =
-- expression;`, also with += and its like; the last `;` may be left out. Names on the left can be
-- used later on. Expressions are C's without pointers, vectors, commas and ++: constants, names,
-- casts, `?:`, arithmetic, comparisons, logic, bits, shifts, and calls of OpenCL's functions
-- (functions.lua).
--
-- Types are C's, too: what is smaller than int is computed as int, and of two types the larger one
-- counts, so that `(a + b) / 2` of two uchar does not wrap. `types` says what a name holds, which
-- is converted to that as by C's assignment; a name without has the type of what it is assigned.
-- Two rules are not C's: a literal as 2.0 without a suffix is no double: it takes the type of
-- what it meets, float beside integers; and half is not computed with, as OpenCL has it.
--
-- Values are computed everywhere, also where a conditional expression does not reach them; nothing is
-- undefined there, as nothing is elsewhere: an integer by 0 gives 0 (elementwise.lua). A division by
-- a literal 0 is a mistake, unless it is in such a branch.
--
-- `operations` has what expressions are made of, by the names of elementwise.lua (add, less, …),
-- each taking values and at least one of them, and numbers beside; cast(value, dtype);
-- where(bool, a, b); constant(number, dtype), a value without axes, for functions of constants.
-- A value has its type in value.dtype.
--
-- Mistakes are raised by native.fail, with the text and the place:
-- "foreach 'add_one': out = x ** 2: column 10: …" and the line with a mark below.

local functions = require "graph.functions"
local native = require "graph.native"
local nearest = require "graph.nearest"
local numbers = require "graph.numbers"
local tokens = require "graph.tokens"

local expression = {}

-- An operand is { value = a value or a number, type = "float", constant = whether it is a number,
-- column = where it begins }. The type "real" is a literal's without a suffix.

local ranks = { int = 1, uint = 2, long = 3, ulong = 4, real = 5, float = 6, double = 7 }
local by_rank = { "int", "uint", "long", "ulong", "real", "float", "double" }
local type_names = {
  "bool", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half", "float",
  "double",
}
local is_type = {}
for _, name in ipairs(type_names) do is_type[name] = true end

local function is_integer(type) return numbers.integers[type] ~= nil end

---- a compilation ------------------------------------------------------------------------------

local Compiler = {}
Compiler.__index = Compiler

-- Raises. `at` is a token or an operand, or nil: the next token.
function Compiler:fail(at, message, ...)
  local place = (at or self.tokens[self.next]).at
  local before = self.text:sub(1, place - 1)
  local _, line_number = before:gsub("\n", "")
  local column = place - #before:match("[^\n]*$") - 1
  local line = self.text:sub(column + 1):match("^[^\n]*")
  column = place - column
  local where = "column " .. utf8.len(line:sub(1, column - 1), 1, -1, true) + 1
  if line_number > 0 then where = ("line %d, %s"):format(line_number + 1, where) end
  local mark = line:sub(1, column - 1):gsub("[^\t]", " ")
  native.fail(("%s: %s: %s: %s\n  %s\n  %s^"):format(self.title, line:match("^%s*(.-)%s*$"), where,
    message:format(...), line, mark))
end

function Compiler:peek() return self.tokens[self.next] end

function Compiler:take(text)
  local token = self.tokens[self.next]
  if token.text ~= text or token.kind == "number" then return nil end
  self.next = self.next + 1
  return token
end

function Compiler:expect(text, what)
  local token = self:take(text)
  if not token then
    local found = self:peek()
    self:fail(found, "'%s' is missing %s%s", text, what,
      found.kind == "end" and "" or (" before '%s'"):format(found.text))
  end
  return token
end

---- types --------------------------------------------------------------------------------------

local function constant(value, type, at)
  return { value = value, type = type, constant = true, at = at }
end

local function computed(value, type, at)
  return { value = value, type = type, at = at }
end

function Compiler:convert(operand, type)
  if operand.type == type then return operand end
  if operand.constant then
    return constant(numbers.convert(operand.value, operand.type, type), type, operand.at)
  end
  if type == "bool" then return self:truth(operand) end
  return computed(self.operations.cast(operand.value, type), type, operand.at)
end

-- As arithmetic takes it.
function Compiler:promote(operand)
  if operand.type == "half" then
    self:fail(operand, "half is for storage: write (float) before it to compute")
  end
  if ranks[operand.type] then return operand end
  return self:convert(operand, "int")
end

-- Both as the type that counts.
function Compiler:balance(a, b)
  a, b = self:promote(a), self:promote(b)
  local type = by_rank[math.max(ranks[a.type], ranks[b.type])]
  -- A literal that meets a value is of its type, or a float.
  if type == "real" and not (a.constant and b.constant) then type = "float" end
  return self:convert(a, type), self:convert(b, type), type
end

-- Whether it is not 0, as a bool.
function Compiler:truth(operand)
  if operand.type == "bool" then return operand end
  if operand.constant then
    return constant(operand.value ~= 0 and 1 or 0, "bool", operand.at)
  end
  local whole = self:promote(operand)
  local zero = is_integer(whole.type) and 0 or 0.0
  return computed(self.operations.not_equal(whole.value, zero), "bool", operand.at)
end

-- A number as a value, for what takes no number.
function Compiler:as_value(operand)
  if not operand.constant then return operand.value end
  local type = operand.type == "real" and "float" or operand.type
  return self.operations.constant(operand.value, type)
end

---- operators ----------------------------------------------------------------------------------

local arithmetic = { ["+"] = "add", ["-"] = "sub", ["*"] = "mul", ["/"] = "div", ["%"] = "mod" }
local bits = { ["&"] = "bit_and", ["|"] = "bit_or", ["^"] = "bit_xor" }
local shifts = { ["<<"] = "shift_left", [">>"] = "shift_right" }
local comparisons = {
  ["<"] = "less", ["<="] = "less_equal", [">"] = "greater", [">="] = "greater_equal",
  ["=="] = "equal", ["!="] = "not_equal",
}

local precedences = {
  ["||"] = 1, ["&&"] = 2, ["|"] = 3, ["^"] = 4, ["&"] = 5, ["=="] = 6, ["!="] = 6,
  ["<"] = 7, ["<="] = 7, [">"] = 7, [">="] = 7, ["<<"] = 8, [">>"] = 8, ["+"] = 9, ["-"] = 9,
  ["*"] = 10, ["/"] = 10, ["%"] = 10,
}

function Compiler:fold(sign, a, b, type, at)
  local result = numbers.arithmetic[sign](a.value, b.value, type)
  -- In a branch that is not reached it is nobody's mistake.
  if result == nil and self.unreached then result = 0 end
  if result == nil then self:fail(b, "this is 0: nothing is divided by 0") end
  return constant(result, type, at)
end

function Compiler:calculate(token, a, b)
  local sign, type = token.text, nil
  if shifts[sign] then
    a, b = self:promote(a), self:promote(b)
    type = a.type
  else
    a, b, type = self:balance(a, b)
  end
  local of_integers = is_integer(type)
  local for_integers = sign == "%" or not arithmetic[sign]
  if for_integers and not (of_integers and is_integer(b.type)) then
    local other = expression.type_word(of_integers and b.type or type)
    self:fail(token, sign == "%" and "'%s' is for integers; of floats it is fmod(x, y)"
      or "'%s' is for integers, and one side is %s", sign, other)
  end
  if shifts[sign] then b = self:convert(b, type) end
  if a.constant and b.constant then return self:fold(sign, a, b, type, a.at) end
  local divides = of_integers and (sign == "/" or sign == "%")
  if divides and b.constant and b.value == 0 and not (self.in_branch or self.unreached) then
    self:fail(b, "this is 0: nothing is divided by 0")
  end
  local name = arithmetic[sign] or bits[sign] or shifts[sign]
  return computed(self.operations[name](a.value, b.value), type, a.at)
end

function Compiler:compare(token, a, b)
  local type
  local at = a.at
  a, b, type = self:balance(a, b)
  if a.constant and b.constant then
    return constant(numbers.compare[token.text](a.value, b.value, type) and 1 or 0, "int", at)
  end
  return computed(self.operations[comparisons[token.text]](a.value, b.value), "bool", at)
end

-- Reads with `read` what happens only where `condition` (a bool operand) is `wanted`.
function Compiler:within(condition, wanted, read)
  local in_branch, unreached = self.in_branch, self.unreached
  if condition.constant then
    self.unreached = unreached or (condition.value ~= 0) ~= wanted
  else
    self.in_branch = true
  end
  local operand = read(self)
  self.in_branch, self.unreached = in_branch, unreached
  return operand
end

-- a && b, a || b
function Compiler:logic(token, a, read_right)
  local is_and = token.text == "&&"
  local left = self:truth(a)
  local right = self:truth(self:within(left, is_and, read_right))
  if left.constant then
    if (left.value ~= 0) == is_and then return right end
    return constant(is_and and 0 or 1, "int", a.at)
  end
  if right.constant then
    if (right.value ~= 0) == is_and then return left end
    return constant(is_and and 0 or 1, "int", a.at)
  end
  local name = is_and and "logical_and" or "logical_or"
  return computed(self.operations[name](left.value, right.value), "bool", a.at)
end

local function read_binary(self, least)
  local left = self:read_unary()
  while true do
    local token = self:peek()
    local precedence = token.kind == "sign" and precedences[token.text]
    if not precedence or precedence < least then return left end
    self.next = self.next + 1
    local function read_right() return read_binary(self, precedence + 1) end
    if token.text == "&&" or token.text == "||" then
      left = self:logic(token, left, read_right)
    else
      local right = read_right()
      left = comparisons[token.text] and self:compare(token, left, right)
        or self:calculate(token, left, right)
    end
  end
end

function Compiler:read_conditional()
  local condition = read_binary(self, 1)
  if not self:take("?") then return condition end
  local truth = self:truth(condition)
  local yes = self:within(truth, true, self.read_expression)
  self:expect(":", "after the first case of '?'")
  local no = self:within(truth, false, self.read_conditional)
  if yes.type ~= no.type or not is_type[yes.type] or yes.constant then
    yes, no = self:balance(yes, no)
  end
  if truth.constant then return truth.value ~= 0 and yes or no end
  if yes.constant and no.constant then
    local type = yes.type == "real" and "float" or yes.type
    yes = computed(self:as_value(self:convert(yes, type)), type, yes.at)
    no = self:convert(no, type)
  end
  return computed(self.operations.where(truth.value, yes.value, no.value), yes.type, condition.at)
end

function Compiler:read_expression()
  self.depth = self.depth + 1
  if self.depth > 100 then self:fail(nil, "it is nested too deeply") end
  local operand = self:read_conditional()
  self.depth = self.depth - 1
  return operand
end

---- operands -----------------------------------------------------------------------------------

function Compiler:unary(token, operand)
  if token.text == "!" then
    local truth = self:truth(operand)
    if truth.constant then return constant(1 - truth.value, "int", token.at) end
    return computed(self.operations.logical_not(truth.value), "bool", token.at)
  end
  operand = self:promote(operand)
  local type = operand.type
  if token.text == "~" and not is_integer(type) then
    self:fail(token, "'~' is for integers, and this is %s", expression.type_word(type))
  end
  if operand.constant then
    local sign, zero = "-", is_integer(type) and 0 or -0.0
    if token.text == "~" then sign, zero = "^", -1 end
    local value = operand.value
    if token.text ~= "+" then value = numbers.arithmetic[sign](zero, value, type) end
    return constant(value, type, token.at)
  end
  local value = operand.value
  if token.text == "-" then value = self.operations.neg(value) end
  if token.text == "~" then value = self.operations.bit_not(value) end
  return computed(value, type, token.at)
end

-- The type of a cast "(float)", or nil; the "(" was not taken yet.
function Compiler:take_cast()
  local name, close = self.tokens[self.next + 1], self.tokens[self.next + 2]
  if not (self:peek().text == "(" and name and close) then return nil end
  if close.text ~= ")" then return nil end
  if is_type[name.text] then
    self.next = self.next + 3
    return name.text
  end
  if functions.is_vector_type(name.text) then
    self:fail(name, "%s: an expression is written for one element; it is vectorised by itself",
      name.text)
  end
end

function Compiler:read_unary()
  local token = self:peek()
  self.depth = self.depth + 1
  if self.depth > 100 then self:fail(token, "it is nested too deeply") end
  local operand
  local type = self:take_cast()
  if type then
    operand = self:convert(self:read_unary(), type)
  elseif token.text == "-" or token.text == "+" or token.text == "!" or token.text == "~" then
    self.next = self.next + 1
    operand = self:unary(token, self:read_unary())
  else
    operand = self:read_primary()
  end
  self.depth = self.depth - 1
  operand.at = token.at
  return operand
end

local function sorted_names(set)
  local names = {}
  for name in pairs(set) do names[#names + 1] = name end
  table.sort(names)
  return names
end

function Compiler:read_name(token)
  local operand = self.names[token.text]
  if operand then
    return { value = operand.value, type = operand.type, constant = operand.constant }
  end
  local known = functions.constants[token.text]
  if known then return constant(known[1], known[2]) end
  local names = sorted_names(self.names)
  local near = nearest(token.text, names) or nearest(token.text, sorted_names(functions.constants))
  local there = #names > 0 and ("; there are %s"):format(table.concat(names, ", ")) or ""
  self:fail(token, "there is no '%s'%s", token.text,
    near and ("; did you mean '%s'?"):format(near) or there)
end

function Compiler:read_call(token)
  self:expect("(", "after the function's name")
  local arguments = {}
  if not self:take(")") then
    repeat arguments[#arguments + 1] = self:read_expression() until not self:take(",")
    self:expect(")", "at the end of the arguments")
  end
  return functions.call(self, token, arguments)
end

local refused = {
  ["*"] = "there are no pointers, and no '**': a power is pow(x, y)",
  ["&"] = "there are no pointers",
  ["++"] = "there is no '++': write x + 1",
  ["--"] = "there is no '--': write x - 1",
}

function Compiler:read_primary()
  local token = self:peek()
  self.next = self.next + 1
  local operand
  if token.kind == "number" then
    operand = constant(token.value, token.type)
  elseif token.kind == "name" and self:peek().text == "(" then
    operand = self:read_call(token)
  elseif token.kind == "name" then
    operand = self:read_name(token)
  elseif token.text == "(" then
    operand = self:read_expression()
    self:expect(")", "that belongs to a '('")
  else
    self.next = self.next - 1
    self:fail(token, "%s", refused[token.text]
      or token.kind == "end" and "an operand is missing at the end"
      or ("an operand is missing before '%s'"):format(token.text))
  end
  local after = self:peek()
  if after.text == "[" then
    self:fail(after, "a foreach sees one element of each input: '%s' is that element", token.text)
  elseif after.text == "." or after.text == "->" then
    self:fail(after, "there are no vectors and no structs")
  elseif after.text == "++" or after.text == "--" then
    self:fail(after, "%s", refused[after.text])
  end
  return operand
end

---- statements ---------------------------------------------------------------------------------

-- What a name is assigned, as what it holds.
function Compiler:assign(name, operand)
  local type = self.types[name.text]
  if type then operand = self:convert(operand, type) end
  self.names[name.text] = operand
  self.made[name.text] = operand.value
end

function Compiler:take_declared_type()
  self:take("const")
  local token = self:peek()
  if token.kind == "name" and self.tokens[self.next + 1].kind == "name" then
    if not is_type[token.text] then
      local near = nearest(token.text, type_names)
      self:fail(token, "'%s' is no type of one number%s", token.text,
        near and ("; did you mean '%s'?"):format(near) or "")
    end
    self.next = self.next + 1
    return token.text
  end
end

function Compiler:read_statement()
  local type = self:take_declared_type()
  local name = self:peek()
  if name.kind ~= "name" then
    self:fail(name, "an assignment 'name = expression' is missing")
  elseif self.inputs[name.text] then
    self:fail(name, "'%s' is an input, which is only read", name.text)
  elseif is_type[name.text] or functions.known[name.text] or functions.constants[name.text] then
    self:fail(name, "'%s' has a meaning already; assign another name", name.text)
  elseif type and self.types[name.text] and self.types[name.text] ~= type then
    self:fail(name, "'%s' is %s already", name.text, self.types[name.text])
  end
  self.next = self.next + 1
  self.types[name.text] = self.types[name.text] or type
  local sign = self:peek()
  local operator = sign.text:match("^(.-)=$")
  if not operator or precedences[sign.text] then
    self:fail(sign, "'=' is missing after '%s'", name.text)
  end
  self.next = self.next + 1
  local left = operator ~= "" and self:read_name(name)
  local operand = self:read_expression()
  if left then
    left.at = name.at
    operand = self:calculate({ text = operator, at = sign.at }, left, operand)
  end
  self:assign(name, operand)
end

---@param text string
---@param names table<string, any> # values, or numbers
---@param environment { operations: table, title: string, types?: table<string, string> }
---@return table<string, any> # by the names that are assigned: values, or numbers
function expression.compile(text, names, environment)
  local self = setmetatable({
    text = text,
    title = environment.title,
    operations = environment.operations,
    names = {},    -- name → operand
    inputs = {},   -- set of names
    types = {},    -- name → what it holds
    made = {},
    next = 1,
    depth = 0,
  }, Compiler)
  for name, type in pairs(environment.types or {}) do self.types[name] = type end
  for name, value in pairs(names) do
    local is_number = math.type(value)
    self.inputs[name] = true
    self.names[name] = is_number
      and constant(value, is_number == "integer" and tokens.type_of_integer(value) or "real")
      or computed(value, value.dtype)
  end
  self.tokens = tokens.read(text, function(at, ...) self:fail({ at = at }, ...) end)
  while self:peek().kind ~= "end" do
    if not self:take(";") then
      self:read_statement()
      if self:peek().kind ~= "end" then self:expect(";", "after the expression") end
    end
  end
  if not next(self.made) then self:fail(nil, "there is no assignment") end
  return self.made
end

function expression.type_word(type) return type == "real" and "a floating-point number" or type end

return expression
