-- Each queue is waited for in another way: by an event, by itself, and by a tensor that is read.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local second, third = ctx:create_queue(), ctx:create_queue()
local a, b, c = ctx:enqueue_create_buffer("int", 4), ctx:enqueue_create_buffer("int", 4), ctx:enqueue_create_buffer("int", 4)
second:enqueue_memset(a, 1)
third:enqueue_memset(b, 2)
second:record_event():synchronize()
third:synchronize()
ctx:enqueue_memset(c, 3)
print(c:tensor()(0)) -- prints: 3
