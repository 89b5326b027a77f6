-- The whole of a program: allocate, fill, copy, launch, copy back, wait.
local gpu = require "gpu"

local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 20)
ctx:synchronize()
for i = 0, #host - 1 do host[i] = i end
print("Original host buffer:", host)

local dev = ctx:enqueue_create_buffer("float", 20)
ctx:enqueue_copy { src = host, dst = dev }
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")
ctx:enqueue_function(scalar_add, dev, 20, 20.0, { grid_dim = 1, block_dim = 20 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()
print("Modified host buffer:", host)
