-- A work-item that does something wrong was not idle.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local add = ctx:compile_function("kernels.cl", "add")
local dev = ctx:enqueue_create_buffer("float", 8)
ctx:enqueue_function(add, gpu.null, 16, 1.0, { grid_dim = 4, block_dim = 4 }) -- expect: null-pointer
ctx:synchronize()
