-- The launch is carried out before there is a second queue, since the last copy writes what the one
-- before reads. Nobody has waited for it: nothing orders the two queues.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local add = ctx:compile_function("kernels.cl", "add")
local dev, other = ctx:enqueue_create_buffer("float", 8), ctx:enqueue_create_buffer("float", 8)
local host = ctx:enqueue_create_host_buffer("float", 8)
local back = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, 7 do host[i] = i end
ctx:enqueue_memset(dev, 0)
ctx:enqueue_function(add, dev, 8, 1.0, { grid_dim = 1, block_dim = 8 }) -- other
ctx:enqueue_copy { src = host, dst = other }
ctx:enqueue_copy { src = other, dst = host }
local second = ctx:create_queue()
second:enqueue_copy { src = dev, dst = back } -- expect: queue-race
ctx:synchronize()
