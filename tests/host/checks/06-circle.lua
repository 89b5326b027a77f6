-- The wait comes first, and the record after it.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 8)
local event = ctx:create_event()
ctx:enqueue_wait_for(event) -- expect: event-misuse
ctx:enqueue_copy { src = host, dst = dev }
ctx:record_event(event) -- expect: event-misuse
ctx:synchronize()
