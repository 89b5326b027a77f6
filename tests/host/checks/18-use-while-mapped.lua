-- A kernel is launched with a buffer that is mapped.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
local add = ctx:compile_function("kernels.cl", "add")
dev:map_to_host(function(host) -- other
  for i = 0, 7 do host[i] = i end
  print(pcall(ctx.enqueue_function, ctx, add, dev, 8, 1.0, { grid_dim = 1, block_dim = 8 })) -- expect: mapped-access
end)
