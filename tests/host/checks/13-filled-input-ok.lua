-- The input is filled with a number, and the output had data before that nobody reads: both as they should be.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = 0 end

local a, out = ctx:enqueue_create_buffer("float", 8), ctx:enqueue_create_buffer("float", 8)
local twice = ctx:compile_function("kernels.cl", "twice")
ctx:enqueue_copy { src = host, dst = out }
a:enqueue_fill(1)
ctx:enqueue_function(twice, out, a, 8, { grid_dim = 1, block_dim = 8 })
ctx:enqueue_copy { src = out, dst = host }
ctx:synchronize()
