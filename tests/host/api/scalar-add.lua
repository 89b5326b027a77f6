-- The first host program: there, a kernel, and back.
local gpu = require "gpu"
assert(type(gpu.has_accelerator()) == "boolean")
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 20)
ctx:synchronize()
for i = 0, #host - 1 do host[i] = i end
print("Original host buffer:", host)
-- prints: Original host buffer:	HostBuffer([0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0])
local dev = ctx:enqueue_create_buffer("float", 20)
ctx:enqueue_copy { src = host, dst = dev }
local scalar_add = ctx:compile_function("scalar-add.cl", "scalar_add")
ctx:enqueue_function(scalar_add, dev, 20, 20.0, { grid_dim = 1, block_dim = 20 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()
print("Modified host buffer:", host)
-- prints: Modified host buffer:	HostBuffer([20.0, 21.0, 22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0, 29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 35.0, 36.0, 37.0, 38.0, 39.0])
