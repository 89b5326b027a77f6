-- dot, matmul and convolutions follow their definitions
local tensor = require "tensor"

for _, kind in ipairs { "int", "float", "uchar", "half" } do
  local a = tensor.random(kind, { 3, 5 }, 1, 0, 5):floor()
  local b = tensor.random(kind, { 5, 4 }, 2, 0, 5):floor()
  local expected = tensor.build(kind, { 3, 4 }, function(i, j)
    local sum = 0
    for k = 0, 4 do sum = sum + a(i, k) * b(k, j) end
    return sum
  end)
  assert(a:matmul(b):equal(expected), kind)
  local x, y = a:reshape { 15 }, b:reshape { 20 }:slice(0, 15)
  local sum = 0
  for i = 0, 14 do sum = sum + x(i) * y(i) end
  assert(x:dot(y) == (kind == "uchar" and sum % 256 or sum), kind)
end

local function conv(a, b, n, before)
  return tensor.build("int", { n }, function(i)
    local sum = 0
    for j = 0, #b - 1 do
      local at = i + j - before
      if at >= 0 and at < #a then sum = sum + a(at) * b(j) end
    end
    return sum
  end)
end
for n = 1, 9 do
  for k = 1, 6 do
    local a, b = tensor.asymmetric("int", { n }, n), tensor.asymmetric("int", { k }, 77)
    assert(a:conv1d(b):equal(conv(a, b, n, 0)), "forward")
    assert(a:conv1d(b, "same"):equal(conv(a, b, n, (k - 1) // 2)), "same")
    if n >= k then assert(a:conv1d(b, "valid"):equal(conv(a, b, n - k + 1, 0)), "valid") end
  end
end
assert(tensor.conv1d(tensor.from("float", { 0, 1, 2, 3, 4, 5 }), tensor.from("float", { 0, 1, 2 }))
  :equal(tensor.from("float", { 5, 8, 11, 14, 5, 0 })), "the puzzle sets' own example")

local a, b = tensor.asymmetric("int", { 5, 7 }, 1), tensor.asymmetric("int", { 2, 3 }, 2)
for mode, ends in pairs { forward = { 5, 7, 0, 0 }, same = { 5, 7, 0, 1 }, valid = { 4, 5, 0, 0 } } do
  local expected = tensor.build("int", { ends[1], ends[2] }, function(y, x)
    local sum = 0
    for r = 0, 1 do
      for c = 0, 2 do
        local at_y, at_x = y + r - ends[3], x + c - ends[4]
        if at_y >= 0 and at_y < 5 and at_x >= 0 and at_x < 7 then
          sum = sum + a(at_y, at_x) * b(r, c)
        end
      end
    end
    return sum
  end)
  assert(a:conv2d(b, mode):equal(expected), mode)
end
