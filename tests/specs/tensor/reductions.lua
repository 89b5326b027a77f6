-- reductions give what plain loops give, along every axis
local tensor = require "tensor"

local function fold(t, axis, start, f)
  local shape = t:shape()
  return function(i, j)
    local total = start
    for k = 0, shape[axis + 1] - 1 do
      local at = { i, j }
      table.insert(at, axis + 1, k)
      total = total == nil and t:at(table.unpack(at)) or f(total, t:at(table.unpack(at)))
    end
    return total
  end
end

local function add(a, b) return a + b end
for _, kind in ipairs { "char", "int", "ulong", "double" } do
  local t = tensor.random(kind, { 4, 9, 11 }, 5, 0, 3)
  if kind == "double" then t = (t * 8):floor() end -- exact in any order
  for axis = 0, 2 do
    local shape = t:shape()
    table.remove(shape, axis + 1)
    assert(t:sum(axis):equal(tensor.build(kind, shape, fold(t, axis, 0, add))), kind)
    assert(t:min(axis):equal(tensor.build(kind, shape, fold(t, axis, nil, math.min))), kind)
    assert(t:max(axis):equal(tensor.build(kind, shape, fold(t, axis, nil, math.max))), kind)
  end
end

local t = tensor.asymmetric("float", { 1001 })
local sum, least, greatest = 0, math.huge, -math.huge
for _, v in t:each() do
  sum, least, greatest = sum + v, math.min(least, v), math.max(greatest, v)
end
assert(t:sum() == sum and t:min() == least and t:max() == greatest)
assert(t:mean() == sum / 1001)
assert(t:at(t:argmax()) == greatest and t:at(t:argmin()) == least)
assert(tensor.from("int", { 2, 5, 5 }):argmax() == 1, "the first of equals")
assert(tensor.from("int", { { 2, 5 }, { 7, 1 } }):argmax(1):equal(tensor.from("int", { 1, 0 })))
assert(tensor.from("float", { { 1, 2 }, { 3, 5 } }):mean(0):equal(tensor.from("float", { 2, 3.5 })))
assert(tensor.from("uchar", { 200, 100 }):sum() == 44, "integers wrap")
assert(tensor.full("half", { 5000 }, 1):sum() == 5000, "floats accumulate in double")
assert(tensor.from("int", { 2, 3, 4 }):prod() == 24)
assert(tensor.from("ulong", { 1, -1 }):max() == -1, "ulong compares unsigned")

local c = tensor.from("int", { { 1, 2, 3 }, { 4, 5, 6 } })
assert(c:cumsum(1):equal(tensor.from("int", { { 1, 3, 6 }, { 4, 9, 15 } })))
assert(c:cumsum(0):equal(tensor.from("int", { { 1, 2, 3 }, { 5, 7, 9 } })))
assert(c:cumsum(1, true):equal(tensor.from("int", { { 0, 1, 3 }, { 0, 4, 9 } })))

local s = tensor.from("double", { 1, 2, 3 }):softmax()
assert(math.abs(s:sum() - 1) < 1e-15)
assert(math.abs(s:at(2) / s:at(1) - math.exp(1)) < 1e-14)
assert(tensor.from("double", { 1000, 1000 }):softmax():at(0) == 0.5, "no overflow")
