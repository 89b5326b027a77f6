-- Two queues share a buffer, and no event orders them.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 8)
local out = ctx:enqueue_create_buffer("float", 8)
local second = ctx:create_queue()
local twice = ctx:compile_function("kernels.cl", "twice")
ctx:enqueue_copy { src = host, dst = dev } -- other
second:enqueue_function(twice, out, dev, 8, { grid_dim = 1, block_dim = 8 }) -- expect: queue-race
ctx:synchronize()
