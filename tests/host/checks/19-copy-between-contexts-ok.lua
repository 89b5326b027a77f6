-- A copy leads from one context to another; an event orders the two.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local second = gpu.DeviceContext(1)
local a, b = ctx:enqueue_create_buffer("float", 8), second:enqueue_create_buffer("float", 8)
ctx:enqueue_copy { src = host, dst = a }
second:enqueue_wait_for(ctx:record_event())
second:enqueue_copy { src = a, dst = b }
local back = second:enqueue_create_host_buffer("float", 8)
second:enqueue_copy { src = b, dst = back }
second:synchronize()
assert(back[7] == 8)
ctx:synchronize()
