-- Coroutines may call everything, and be collected.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
for _ = 1, 50 do
  local co = coroutine.wrap(function()
    local dev = ctx:enqueue_create_buffer("int", 4)
    ctx:enqueue_memset(dev, 3)
    coroutine.yield(dev:tensor():sum())
  end)
  assert(co() == 12)
  co = nil
  collectgarbage()
end
-- A mapping may be left by a yield, and come back.
local dev = ctx:enqueue_create_buffer("int", 2)
local co = coroutine.wrap(function()
  return dev:map_to_host(function(host)
    host[0] = 1
    host[1] = coroutine.yield("half")
    return "done", host[0] + host[1]
  end)
end)
print(co()) -- prints: half
print(co(41)) -- prints: done	42
print(dev:tensor()) -- prints: int[2]{1, 41}
-- An error in the function unmaps, and goes on as it is.
print(pcall(dev.map_to_host, dev, function() error("mine", 0) end)) -- prints: false	mine
do
  local host <close> = dev:map_to_host { read_only = true }
  print(host[1]) -- prints: 41
end
ctx:enqueue_memset(dev, 0)
print(dev:tensor()) -- prints: int[2]{0, 0}
