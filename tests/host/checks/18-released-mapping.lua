-- A mapping is released instead of unmapped: the device would not get what was written.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
ctx:enqueue_memset(dev, 1)
dev:map_to_host(function(host) -- other
  host[0] = 2
  print(pcall(host.release, host)) -- expect: mapped-access
end)
print(dev:tensor()(0))
