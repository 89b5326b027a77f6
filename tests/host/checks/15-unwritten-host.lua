-- The host reads an element of its own buffer that it never wrote.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8) -- other
for i = 0, 6 do host[i] = i end
print(host[7]) -- expect: uninitialized-read
