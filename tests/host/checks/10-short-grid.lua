-- The grid has fewer work-items than there are elements; the rest was never written.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 20)
for i = 0, 19 do host[i] = i end
local dev, out = ctx:enqueue_create_buffer("float", 20), ctx:enqueue_create_buffer("float", 20)
local twice = ctx:compile_function("kernels.cl", "twice")
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(twice, out, dev, 20, { grid_dim = 1, block_dim = 16 }) -- other
ctx:enqueue_copy { src = out, dst = host } -- expect: short-launch
ctx:synchronize()
