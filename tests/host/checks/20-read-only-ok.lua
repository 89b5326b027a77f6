-- A copy may fill what kernels may only read.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 8, { access = "read" })
local out = ctx:enqueue_create_buffer("float", 8)
local twice = ctx:compile_function("kernels.cl", "twice")
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(twice, out, dev, 8, { grid_dim = 1, block_dim = 8 })
ctx:enqueue_copy { src = out, dst = host }
ctx:synchronize()
