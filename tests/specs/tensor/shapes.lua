-- rearranging gives what indexing by hand gives
local tensor = require "tensor"

local function same(t, list, shape)
  local expected = tensor.from(t:type(), list)
  assert(t:equal(expected), tostring(t) .. " is not " .. tostring(expected))
end

local t = tensor.range("int", { 2, 3 })
same(t, { { 0, 1, 2 }, { 3, 4, 5 } })
same(t:transpose(), { { 0, 3 }, { 1, 4 }, { 2, 5 } })
same(t:transpose(0, 1), { { 0, 1, 2 }, { 3, 4, 5 } })
same(t:reshape { 3, -1 }, { { 0, 1 }, { 2, 3 }, { 4, 5 } })
same(t:reshape { 6 }, { 0, 1, 2, 3, 4, 5 })
same(t:slice(1, 3, 1), { { 1, 2 }, { 4, 5 } })
same(t:slice(1), { { 3, 4, 5 } })
same(t:pick(1), { 3, 4, 5 })
same(t:pick(2, 1), { 2, 5 })
same(t:flip(), { { 3, 4, 5 }, { 0, 1, 2 } })
same(t:flip(1), { { 2, 1, 0 }, { 5, 4, 3 } })
same(t:flip(-1), { { 2, 1, 0 }, { 5, 4, 3 } })
same(t:roll(1, 1), { { 2, 0, 1 }, { 5, 3, 4 } })
same(t:roll(-1), { { 3, 4, 5 }, { 0, 1, 2 } })
same(t:pad(1, 0, 9, 1), { { 9, 0, 1, 2 }, { 9, 3, 4, 5 } })
same(t:pad(0, 1), { { 0, 1, 2 }, { 3, 4, 5 }, { 0, 0, 0 } })
same(tensor.concat { t, t:slice(0, 1) }, { { 0, 1, 2 }, { 3, 4, 5 }, { 0, 1, 2 } })
same(tensor.concat({ t, t }, 1), { { 0, 1, 2, 0, 1, 2 }, { 3, 4, 5, 3, 4, 5 } })
same(t:gather(tensor.from("int", { 2, 0, 2 }), 1), { { 2, 0, 2 }, { 5, 3, 5 } })
same(tensor.from("int", { 3, 1, 2 }):sort(), { 1, 2, 3 })
same(tensor.from("int", { { 3, 1 }, { 0, 2 } }):sort(true), { { 3, 1 }, { 2, 0 } })
for _, descending in ipairs { false, true } do
  local sorted = tensor.from("float", { 0 / 0, 2, 0 / 0, 3 }):sort(descending)
  same(sorted:slice(0, 2), descending and { 3, 2 } or { 2, 3 })
  same(sorted:slice(2):eq(sorted:slice(2)):astype "int", { 0, 0 })
end
same(tensor.from("uint", { 3, 1, 3 }):bincount(4), { 0, 1, 0, 2 })
same(tensor.build("int", { 2, 2 }, function(i, j) return 10 * i + j end), { { 0, 1 }, { 10, 11 } })

-- assign changes one tensor alone, whoever shared its elements before
local assigned = tensor.zeros("int", { 2, 3 })
local reshaped = assigned:reshape { 6 }
assigned:assign(t)
assigned:assign(assigned)
assert(assigned:equal(t) and reshaped:sum() == 0)
assigned:set(0, 0, 7)
assert(t(0, 0) == 0 and assigned(0, 0) == 7)

-- a copy shares nothing
local u = t:copy()
u:set(0, 0, 99)
assert(t:at(0, 0) == 0 and u(0, 0) == 99)
assert(t:reshape { 6 }:count() == 6 and t:rank() == 2)
local n = 0
for i, v in t:each() do assert(i == v); n = n + 1 end
assert(n == 6 and #t == 2 and t:size(1) == 3 and t:size(-1) == 3)
assert(t:lists()[2][3] == 5)

-- transposing by the definition, on a shape without symmetry
local big = tensor.asymmetric("int", { 4, 5, 6 })
local turned = big:transpose(2, 0, 1)
for i = 0, 3 do for j = 0, 4 do for k = 0, 5 do
  assert(turned:at(k, i, j) == big:at(i, j, k))
end end end
