-- Groups are rounded up in both dimensions: no group is idle as a whole.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local out = ctx:enqueue_create_buffer("float", 81)
local rows = ctx:compile_function("kernels.cl", "rows")
ctx:enqueue_function(rows, out, 9, 9, { grid_dim = { 2, 2 }, block_dim = { 8, 8 } })
local back = ctx:enqueue_create_host_buffer("float", 81)
ctx:enqueue_copy { src = out, dst = back }
ctx:synchronize()
