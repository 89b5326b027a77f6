-- An event orders the two queues; halves of one buffer need none.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 8)
local out = ctx:enqueue_create_buffer("float", 8)
local second, third = ctx:create_queue(), ctx:create_queue()
local twice = ctx:compile_function("kernels.cl", "twice")
ctx:enqueue_copy { src = host, dst = dev }
local copied = ctx:record_event()
second:enqueue_wait_for(copied)
third:enqueue_wait_for(copied)
local low, high = out:create_sub_buffer("float", 0, 4), out:create_sub_buffer("float", 4, 4)
second:enqueue_function(twice, low, dev, 4, { grid_dim = 1, block_dim = 4 })
third:enqueue_function(twice, high, dev:create_sub_buffer("float", 4, 4), 4, { grid_dim = 1, block_dim = 4 })
ctx:synchronize()
local back = ctx:enqueue_create_host_buffer("float", 8)
ctx:enqueue_copy { src = out, dst = back }
ctx:synchronize()
for i = 0, 7 do assert(back[i] == 2 * (i + 1)) end
