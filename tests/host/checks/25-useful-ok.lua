-- The content has changed between two copies; each wait waits for something: no redundant-work.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 8)
ctx:enqueue_copy { src = host, dst = dev }
ctx:synchronize()
host[0] = 5
ctx:enqueue_copy { src = host, dst = dev }
ctx:synchronize()
