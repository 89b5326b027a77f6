-- The memory is set again once the result was copied.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local a, out = ctx:enqueue_create_buffer("float", 8), ctx:enqueue_create_buffer("float", 8)
local twice = ctx:compile_function("kernels.cl", "twice")
ctx:enqueue_copy { src = host, dst = a }
ctx:enqueue_function(twice, out, a, 8, { grid_dim = 1, block_dim = 8 })
ctx:enqueue_copy { src = out, dst = host }
ctx:enqueue_memset(out, 0)
ctx:synchronize()
