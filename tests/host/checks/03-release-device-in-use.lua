-- A device's buffer goes before a copy has read it: not everywhere does it wait.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local back = ctx:enqueue_create_host_buffer("float", 8)
local dev = ctx:enqueue_create_buffer("float", 8)
ctx:enqueue_copy { src = host, dst = dev } -- other
ctx:enqueue_copy { src = dev, dst = back }
dev:release() -- expect: released-in-use warning
ctx:synchronize()
print(back[7])
