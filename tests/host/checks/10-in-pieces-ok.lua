-- Two launches do a half each; a launch for fewer elements than the buffer has.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 20)
for i = 0, 19 do host[i] = i end
local dev = ctx:enqueue_create_buffer("float", 20)
local add = ctx:compile_function("kernels.cl", "add")
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(add, dev, 10, 1.0, { grid_dim = 1, block_dim = 10 })
ctx:enqueue_function(add, dev:create_sub_buffer("float", 10, 10), 10, 1.0, { grid_dim = 1, block_dim = 10 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()
ctx:enqueue_function(add, dev, 16, 1.0, { grid_dim = 1, block_dim = 16 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()
print(host)
