-- Parts of a buffer that do not overlap need no order; those that do need one.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 8)
local other = ctx:create_queue()
ctx:enqueue_copy { src = host, dst = dev }
ctx:synchronize()
local back = ctx:enqueue_create_host_buffer("float", 8)
local low, high = back:create_sub_buffer("float", 0, 4), back:create_sub_buffer("float", 4, 4)
ctx:enqueue_copy { src = dev:create_sub_buffer("float", 0, 4), dst = low }
high[0] = 1
other:enqueue_copy { src = host, dst = dev:create_sub_buffer("float", 0, 4) } -- expect: queue-race
ctx:synchronize()
print(back[3], high[0])
