-- Two parts of one buffer that do not overlap.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 8)
local low, high = dev:create_sub_buffer("float", 0, 4), dev:create_sub_buffer("float", 4, 4)
local twice = ctx:compile_function("kernels.cl", "twice")
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(twice, high, low, 4, { grid_dim = 1, block_dim = 4 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()
assert(host[4] == 2 and host[7] == 8)
