-- The grid is short, and the rest keeps what the copy brought.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 20)
for i = 0, 19 do host[i] = i end
local dev = ctx:enqueue_create_buffer("float", 20)
local add = ctx:compile_function("kernels.cl", "add")
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(add, dev, 20, 1.0, { grid_dim = 1, block_dim = 16 }) -- expect: short-launch warning
ctx:enqueue_copy { src = dev, dst = host } -- other
ctx:synchronize()
