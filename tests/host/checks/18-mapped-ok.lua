-- Mapped, filled, unmapped, used.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
local add = ctx:compile_function("kernels.cl", "add")
dev:map_to_host(function(host)
  for i = 0, 7 do host[i] = i end
end)
ctx:enqueue_function(add, dev, 8, 1.0, { grid_dim = 1, block_dim = 8 })
dev:map_to_host(function(host) assert(host[7] == 8) end)
