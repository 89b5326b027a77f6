-- Two kernels in two queues write one buffer.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
local second = ctx:create_queue()
local add = ctx:compile_function("kernels.cl", "add")
ctx:enqueue_memset(dev, 0)
ctx:synchronize()
ctx:enqueue_function(add, dev, 8, 1.0, { grid_dim = 1, block_dim = 8 })
second:enqueue_function(add, dev, 8, 1.0, { grid_dim = 1, block_dim = 8 }) -- expect-one: queue-race
ctx:synchronize()
