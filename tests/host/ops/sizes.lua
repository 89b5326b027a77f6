-- Symbolic sizes (lua/graph/dim.lua): their canonical form, and that it has the value of the text.
local check = require "check"
local dim = require "graph.dim"

for text, wanted in pairs {
  ["n - k + 1"] = "n - k + 1",
  ["(n + k) * 2 - k"] = "k + 2*n",
  ["(2*n + 3) // 2"] = "n + 1",
  ["n // 2 // 3"] = "n//6",
  ["n - n + 4"] = "4",
  ["3*n // 2"] = "n + n//2",
  ["(n*n - 2*n + 1) // (n - 1)"] = "n - 1",
  ["(n*k + n) // k"] = "n + n//k",
  ["-(-n // 4)"] = "(n + 3)//4",
  ["-(n // 2)"] = "-(n//2)",
  ["(4*n + 2) // 6"] = "n - (n + 1)//3",
  ["7 // -2"] = "-4",
} do
  check.is(dim.text(assert(dim.parse(text))), wanted, text .. " is " .. wanted)
end
for text, wanted in pairs {
  [""] = "it ends where a size is missing",
  ["n +"] = "it ends where a size is missing",
  ["(n"] = "a ')' is missing",
  ["n / 2"] = "'/ 2' is no part of a size; sizes have + - * // and ()",
  ["2.5"] = "'2.5' is no integer",
  ["n // 0"] = "it divides by 0",
  ["* n"] = "a size is missing before '*'",
  ["99999999999999999999"] = "'99999999999999999999' is no integer",
  [("("):rep(200)] = "it is nested too deeply",
} do
  check.is(select(2, dim.parse(text)), wanted, ("\"%s\": %s"):format(text:sub(1, 12), wanted))
end

local n, k = dim.symbol "n", dim.symbol "k"
check.ok(n + k == k + n, "equal sizes are one table")
check.is(math.type(n - n + 2), "integer", "a size that is known is an integer")
check.is(table.concat(dim.symbols(k + n // (k + dim.symbol "b")), " "), "b k n", "the symbols, sorted")
check.is(dim.bind(n * k + 1, { n = 4 }), 4 * k + 1, "one symbol is bound")
check.is(dim.bind(n * k + 1, { n = k, k = n }), n * k + 1, "all symbols are bound at once")
check.is(dim.solve(2 * n + k, "n", 4 * k), nil, "nothing that may have a rest is solved")
check.is(dim.solve(2 * n + k, "n", 4 * k + k), 2 * k, "a symbol is solved for")
check.is(dim.solve(n + n // 3, "n", 4), nil, "only where it is one product")
check.fails(function() return dim.bind(n // k, { k = 0 }) end, "the size n is divided by 0")
check.fails(function() return n * math.maxinteger * 2 end, "a size is beyond 2^63 - 1")
check.fails(function() return n + 0.5 end, "a size is an integer or a symbolic size, not 0.5")
check.fails(function() return dim.symbol "2n" end,
  "a symbolic size has a name of letters, digits and _, not '2n'")

-- Random texts: Lua knows what they are, as / aside it has the same operators.
math.randomseed(12)
local function random_text(depth)
  local kind = math.random(depth > 0 and 8 or 3)
  if kind <= 3 then return ({ "n", "k", tostring(math.random(0, 5)) })[kind] end
  local sign = ({ "+", "-", "*", "//", "//" })[kind - 3]
  local right = "(" .. random_text(depth - 1) .. ")"
  if sign == "//" and math.random(2) == 1 then right = tostring(math.random(1, 6)) end
  return "(" .. random_text(depth - 1) .. " " .. sign .. " " .. right .. ")"
end
local wrong, compared = nil, 0
for _ = 1, 1500 do
  local text = random_text(4)
  local size = dim.parse(text)
  if size and dim.parse(dim.text(size)) ~= size then wrong = text .. ": " .. dim.text(size) end
  for _ = 1, size and 3 or 0 do
    local values = { n = math.random(-3, 12), k = math.random(-3, 12) }
    local known, value = pcall(load("local n, k = ... return " .. text), values.n, values.k)
    if known then
      compared = compared + 1
      local half = dim.bind(size, { n = values.n })
      if dim.bind(size, values) ~= value or dim.bind(half, values) ~= value then wrong = text end
    end
  end
end
check.is(wrong, nil, "1,500 random sizes have the values of their texts")
check.ok(compared > 2000, "and most could be compared", compared .. " of them")
check.finish()
