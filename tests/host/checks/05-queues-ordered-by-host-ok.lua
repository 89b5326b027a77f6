-- The host waits for one queue and then gives the other its work.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 8)
local out = ctx:enqueue_create_buffer("float", 8)
local second = ctx:create_queue()
local twice = ctx:compile_function("kernels.cl", "twice")
ctx:enqueue_copy { src = host, dst = dev }
ctx:synchronize()
second:enqueue_function(twice, out, dev, 8, { grid_dim = 1, block_dim = 8 })
second:synchronize()
local back = ctx:enqueue_create_host_buffer("float", 8)
second:enqueue_copy { src = out, dst = back }
second:synchronize()
assert(back[7] == 16)
