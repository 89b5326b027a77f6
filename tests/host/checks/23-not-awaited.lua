-- The program ends and has not waited for its kernel.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
local add = ctx:compile_function("kernels.cl", "add")
ctx:enqueue_memset(dev, 0)
ctx:enqueue_function(add, dev, 8, 1.0, { grid_dim = 1, block_dim = 8 }) -- expect: not-awaited
