-- The source may be longer: the copy takes what the target has room for.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 4)
local back = ctx:enqueue_create_host_buffer("float", 4)
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_copy { src = dev, dst = back }
ctx:synchronize()
print(back)
