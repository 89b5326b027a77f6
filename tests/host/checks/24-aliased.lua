-- One buffer is input and output.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 8)
local twice = ctx:compile_function("kernels.cl", "twice")
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(twice, dev, dev, 8, { grid_dim = 1, block_dim = 8 }) -- expect: aliased-argument warning
ctx:synchronize()
