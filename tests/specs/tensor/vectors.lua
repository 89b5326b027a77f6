-- vectors work lane by lane and keep the padding of 3-vectors zero
local tensor = require "tensor"

local v = tensor.from("float3", { { 1, 2, 3 }, { 4, 5, 6 } })
assert(v:type() == "float3" and #v == 2 and v:rank() == 1)
local x, y, z = v:at(1)
assert(x == 4 and y == 5 and z == 6)
v:set(0, 7, 8, 9)
assert(select("#", v:at(0)) == 3 and v(0) == 7)
local w = v + 1
assert(w:lane(2):at(1) == 7)
assert(w:equal(tensor.pack(v:lane(0) + 1, v:lane(1) + 1, v:lane(2) + 1)))
local a, b, c = v:sum()
assert(a == 11 and b == 13 and c == 15)
local s = tensor.from("int3", { { 6, 8, 10 } })
local q = { (s / s):at(0) } -- the padding is 0 / 0, which is nobody's mistake
assert(q[1] == 1 and q[2] == 1 and q[3] == 1)
assert(tostring(s) == "int3[1]{(6, 8, 10)}", tostring(s))
local t = tensor.from("float2", { { { 1, 2 }, { 3, 4 } }, { { 5, 6 }, { 7, 8 } } })
assert(t:rank() == 2)
local p, r = t:transpose():at(0, 1)
assert(p == 5 and r == 6)
assert(t:flip(1):pick(0):lane(0):at(0) == 3)
local lists = t:lists()
assert(lists[2][1][2] == 6)
local m = t:map(function(i, j) return j, i end)
assert(m:lane(0):at(0, 0) == 2)
local built = tensor.build("int2", { 3 }, function(i) return i, -i end)
assert(built:lane(1):at(2) == -2)
local total = t:sum(0)
assert(total:lane(1):at(1) == 12)

-- wide vectors do all that narrow ones do
for _, lanes in ipairs { 8, 16 } do
  local parts, numbers = {}, {}
  for k = 1, lanes do
    parts[k] = tensor.range("int", { 2, 3 }, 100 * k)
    numbers[k] = k
  end
  local wide = tensor.pack(table.unpack(parts))
  assert(wide:type() == "int" .. lanes)
  local got = { wide:at(1, 2) }
  assert(#got == lanes and got[1] == 105 and got[lanes] == 100 * lanes + 5)
  wide:set(0, 0, table.unpack(numbers))
  assert(select("#", wide:at(0, 0)) == lanes and select(lanes, wide:at(0, 0)) == lanes)
  local reversed = wide:map(function(...)
    local values = { ... }
    for k = 1, lanes // 2 do values[k], values[lanes + 1 - k] = values[lanes + 1 - k], values[k] end
    return table.unpack(values)
  end)
  assert(reversed:at(0, 0) == lanes and select(lanes, reversed:at(0, 0)) == 1)
  local sum = wide:zip_with(reversed, function(...)
    local values, out = { ... }, {}
    for k = 1, lanes do out[k] = values[k] + values[lanes + k] end
    return table.unpack(out)
  end)
  assert(sum:equal(wide + reversed))
  local totals = { wide:sum() }
  assert(#totals == lanes and totals[2] == 2 + 201 + 202 + 203 + 204 + 205)
  assert(wide:sum(0):lane(lanes - 1):at(1) == 200 * lanes + 5)
  local same = tensor.build("int" .. lanes, { 2, 3 }, function(i, j) return wide:at(i, j) end)
  assert(same:equal(wide) and tensor.from("int" .. lanes, wide:lists()):equal(wide))
  local long = tensor.full("double" .. lanes, 1, -1.2345678901234567e-300)
  assert(select(2, tostring(long):gsub("e%-300", "")) == lanes)
  assert(wide:transpose():reshape({ 6 }):astype("float" .. lanes):type() == "float" .. lanes)
  assert(tensor.concat({ wide, wide }, 1):size(1) == 6)
end
assert(not pcall(tensor.pack, v:lane(0), v:lane(0), v:lane(0), v:lane(0), v:lane(0)))
