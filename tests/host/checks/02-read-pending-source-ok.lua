-- To read what a copy reads is no mistake.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 8)
ctx:enqueue_copy { src = host, dst = dev }
print(host[2])
ctx:synchronize()
host[2] = 7
