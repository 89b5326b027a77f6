-- Two queues have overlapping parts of a buffer, and touch bytes that lie apart; and a chain of events.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local second, third = ctx:create_queue(), ctx:create_queue()
local add = ctx:compile_function("kernels.cl", "add")
local dev = ctx:enqueue_create_buffer("float", 32)
local first_part, second_part = dev:create_sub_buffer("float", 0, 20), dev:create_sub_buffer("float", 16, 16)
ctx:enqueue_memset(dev, 0)
second:enqueue_wait_for(ctx:record_event())
ctx:enqueue_function(add, first_part, 16, 1.0, { global = 16 })
second:enqueue_function(add, second_part, 16, 2.0, { global = 16 })
second:enqueue_wait_for(ctx:record_event())
third:enqueue_wait_for(second:record_event())
local host = ctx:enqueue_create_host_buffer("float", 32)
third:enqueue_copy { src = dev, dst = host }
third:record_event():synchronize()
print(host[15], host[16]) -- prints: 1.0	2.0
