-- An event may be recorded again; a wait is for the record before it.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 8)
local second = ctx:create_queue()
local event = ctx:create_event()
local back = ctx:enqueue_create_host_buffer("float", 8)
ctx:enqueue_copy { src = host, dst = dev }
ctx:record_event(event)
second:enqueue_wait_for(event)
second:enqueue_copy { src = dev, dst = back }
second:record_event(event)
event:synchronize()
print(back[0])
ctx:synchronize()
