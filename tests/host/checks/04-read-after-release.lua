-- A released host buffer is read.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

host:release() -- other
print(pcall(function() return host[0] end)) -- expect: use-after-release
