-- The words of an OpenCL C expression.
--
-- tokens.read(text, fail) gives a list of tokens { kind = "name" | "number" | "sign" | "end",
-- text = …, at = its first byte's place, from 1 }; numbers have a value and a type, "real" where a
-- floating-point number has no suffix. The last one is of the kind "end". fail(at, message, …) is
-- called for what is no word, and does not return.

local tokens = {}

-- Longer ones first.
local signs = {
  "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=",
  "/=", "%=", "&=", "|=", "^=",
}

local function sign_at(text, at)
  for _, sign in ipairs(signs) do
    if text:sub(at, at + #sign - 1) == sign then return sign end
  end
  local one = text:sub(at, at)
  if one:find("[-+*/%%<>=!~&|^?:;,.()%[%]{}]") then return one end
end

-- The place after blanks and comments.
local function skip(text, at, fail)
  while true do
    local before = at
    at = text:find("%S", at) or #text + 1
    if text:sub(at, at + 1) == "//" then
      at = text:find("\n", at, true) or #text + 1
    elseif text:sub(at, at + 1) == "/*" then
      local _, last = text:find("*/", at + 2, true)
      if not last then fail(at, "this comment has no end") end
      at = last + 1
    end
    if at == before then return at end
  end
end

-- The types that a number may have, by its suffix: it gets the first one that holds it. Decimal
-- ones are unsigned only with a u.
local candidates = {
  decimal = { [""] = { "int", "long" }, u = { "uint", "ulong" }, l = { "long" }, ul = { "ulong" } },
  other = {
    [""] = { "int", "uint", "long", "ulong" }, u = { "uint", "ulong" }, l = { "long", "ulong" },
    ul = { "ulong" },
  },
}
local largest = { int = 0x7FFFFFFF, uint = 0xFFFFFFFF, long = math.maxinteger, ulong = -1 }

-- nil: none does.
local function integer_type(value, suffix, base)
  for _, type in ipairs(candidates[base == 10 and "decimal" or "other"][suffix]) do
    if not math.ult(largest[type], value) then return type end
  end
end

---The type that a whole number has as a constant of C.
---@param value integer
---@return string
function tokens.type_of_integer(value)
  return value >= -0x80000000 and value <= 0x7FFFFFFF and "int" or "long"
end

local before_last = {
  [8] = 0x1FFFFFFFFFFFFFFF, [10] = 1844674407370955161, [16] = 0x0FFFFFFFFFFFFFFF,
}

-- The value of digits; nil where 64 bits do not hold it. Beyond 2^63 it is negative.
local function integer_value(digits, base)
  local value = 0
  for digit in digits:gmatch(".") do
    local number = tonumber(digit, 16)
    if number >= base then return nil end
    local most = before_last[base] -- 2^64 - 1 without its last digit, which is 5 in base 10
    if math.ult(most, value) or (value == most and base == 10 and number > 5) then return nil end
    value = value * base + number
  end
  return value
end

local function read_integer(word, at, fail)
  local lower = word:lower()
  local digits, suffix = lower:match("^0x(%x+)([ul]*)$")
  local base = 16
  if not digits then
    digits, suffix = lower:match("^(%d+)([ul]*)$")
    base = digits and digits:find("^0%d") and 8 or 10
  end
  local suffixes = { [""] = "", u = "u", l = "l", ul = "ul", lu = "ul" }
  suffix = suffix and suffixes[suffix]
  local value = suffix and integer_value(digits, base)
  if suffix and not value then fail(at, "the number %s is none that 64 bits hold", word) end
  if not suffix then return nil end
  local type = integer_type(value, suffix, base)
  if not type then fail(at, "the number %s needs the suffix u: a long does not hold it", word) end
  return value, type
end

local function read_float(word, at, fail)
  local lower = word:lower()
  local is_hex = lower:find("^0x") ~= nil
  local digits, suffix = lower, ""
  if is_hex and not lower:find("p") then return nil end
  if lower:find(is_hex and "p[+-]?%d+f$" or "f$") then digits, suffix = lower:sub(1, -2), "f" end
  if lower:find("h$") then fail(at, "half is for storage: %s has no suffix h", word) end
  local value = digits:find("^[%x.xp+-]+$") and tonumber(digits)
  if not value or digits:find("^%d+$") then return nil end
  if suffix == "" then return value + 0.0, "real" end
  return (string.unpack("f", string.pack("f", value))), "float"
end

-- C's numbers are read as the preprocessor does: with letters, and with a sign after an e or p.
local function number_at(text, at)
  local last = at
  while true do
    local here = text:sub(last, last)
    local is_hex = text:find("^0[xX]", at) ~= nil
    local exponent = is_hex and "[pP]" or "[eE]"
    if here:find("[%w_.]") then
      last = last + 1
    elseif here:find("[+-]") and text:sub(last - 1, last - 1):find(exponent) then
      last = last + 1
    else
      return text:sub(at, last - 1)
    end
  end
end

---@param text string
---@param fail fun(at: integer, message: string, ...)
---@return table[]
function tokens.read(text, fail)
  local list = {}
  local at = skip(text, 1, fail)
  while at <= #text do
    local token = { at = at, kind = "sign" }
    if text:find("^%.?%d", at) then
      token.kind, token.text = "number", number_at(text, at)
      token.value, token.type = read_integer(token.text, at, fail)
      if not token.value then token.value, token.type = read_float(token.text, at, fail) end
      if not token.value then fail(at, "'%s' is no number", token.text) end
    elseif text:find("^[%a_]", at) then
      token.kind, token.text = "name", text:match("^[%w_]+", at)
    else
      token.text = sign_at(text, at)
      if not token.text then
        local character = text:match("^[%z\1-\127\194-\244][\128-\191]*", at)
        fail(at, "'%s' has no meaning here", character or "?")
      end
    end
    list[#list + 1] = token
    at = skip(text, at + #token.text, fail)
  end
  -- What is missing at the end is missing after the last word.
  local last = list[#list]
  list[#list + 1] = { kind = "end", text = "", at = last and last.at + #last.text or 1 }
  return list
end

return tokens
