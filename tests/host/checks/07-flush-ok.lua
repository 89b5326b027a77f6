-- Flushed, and then waited for.
local gpu = require "gpu"
local ctx = gpu.DeviceContext(0, { flush = "explicit" })
local second = ctx:create_queue()
local dev = ctx:enqueue_create_buffer("float", 8)
ctx:enqueue_memset(dev, 1)
local event = ctx:record_event()
ctx:flush()
second:enqueue_wait_for(event)
local back = ctx:enqueue_create_host_buffer("float", 8)
second:enqueue_copy { src = dev, dst = back }
second:synchronize()
print(back[0])
