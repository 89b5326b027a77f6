-- The host reads what a copy has not brought yet.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 8)
ctx:enqueue_copy { src = host, dst = dev }
local back = ctx:enqueue_create_host_buffer("float", 8)
ctx:enqueue_copy { src = dev, dst = back } -- other
print(back[3]) -- expect: host-race
ctx:synchronize()
print(back[3])
