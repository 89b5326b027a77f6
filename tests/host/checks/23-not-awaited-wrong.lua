-- What is wrong with it is told all the same.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
local add = ctx:compile_function("kernels.cl", "add")
ctx:enqueue_memset(dev, 0)
ctx:enqueue_function(add, dev, 16, 1.0, { grid_dim = 1, block_dim = 16 }) -- expect: out-of-bounds
ctx:enqueue_memset(ctx:enqueue_create_buffer("float", 1), 0) -- expect: not-awaited
