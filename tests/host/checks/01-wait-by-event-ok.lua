-- An event is enough to wait for; what comes after it stays open.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 8)
local back = ctx:enqueue_create_host_buffer("float", 8)
local later = ctx:enqueue_create_host_buffer("float", 8)
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_copy { src = dev, dst = back }
local event = ctx:record_event()
ctx:enqueue_copy { src = dev, dst = later }
event:synchronize()
print(back[3])
ctx:synchronize()
print(later[3])
