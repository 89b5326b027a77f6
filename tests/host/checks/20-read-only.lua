-- A kernel writes a buffer that was made for reading only.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 8, { access = "read" })
local add = ctx:compile_function("kernels.cl", "add")
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(add, dev, 8, 1.0, { grid_dim = 1, block_dim = 8 }) -- expect: read-only-write
ctx:synchronize()
