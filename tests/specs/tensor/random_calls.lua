-- any call with any arguments ends in a result or an error, never in a crash
local tensor = require "tensor"

local state = 12345
local function random(n) -- 1 … n
  state = (state * 6364136223846793005 + 1442695040888963407) & math.maxinteger
  return (state >> 30) % n + 1
end

local shapes = { {}, { 0 }, { 1 }, { 5 }, { 2, 3 }, { 3, 1 }, { 0, 4 }, { 2, 2, 2 }, { 1, 2, 1, 2, 1, 3 } }
local kinds = { "bool", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half",
  "float", "double", "float2", "int3", "uchar4", "double3", "half2" }
local others = { 0, 1, -1, 2, 3, 7, 0.5, -2.5, 1e300, 0 / 0, math.huge, math.maxinteger,
  math.mininteger, "int", "flaot", "same", true, false, {}, { 1, 2 }, { -1 }, { { 1 }, { 2 } },
  { [2] = 1 }, { "x" }, function(...) return ... end, function() return 1, 2, 3, 4 end }

local function some_tensor()
  local kind, shape = kinds[random(#kinds)], shapes[random(#shapes)]
  if random(3) == 1 then return tensor.zeros(kind, shape) end
  if kind == "bool" then return tensor.ones(kind, shape) end
  return tensor.random(kind, shape, random(1000), kind:sub(1, 1) == "u" and 0 or -3, 3)
end

local function argument()
  local pick = random(10)
  if pick <= 4 then return some_tensor() end
  if pick == 5 then return { some_tensor(), some_tensor() } end
  if pick == 6 then return shapes[random(#shapes)] end
  if pick == 7 then return kinds[random(#kinds)] end
  if pick == 8 then return nil end
  return others[random(#others)]
end

local names = {}
for name in pairs(tensor) do names[#names + 1] = name end
table.sort(names)

local good = 0
for _ = 1, 30000 do
  local f = tensor[names[random(#names)]]
  local ok, result = pcall(f, argument(), argument(), argument(), argument(), argument())
  if not ok then ok, result = pcall(f, argument(), argument()) end
  if not ok then ok, result = pcall(f, argument()) end
  if ok then good = good + 1 end
  if ok and tensor.is(result) then assert(#tostring(result) > 0) end
end
assert(good > 3000, good)
