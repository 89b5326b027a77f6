-- Width and height of the grid are swapped: most groups find nothing to do.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local out = ctx:enqueue_create_buffer("float", 64 * 4)
local rows = ctx:compile_function("kernels.cl", "rows")
ctx:enqueue_memset(out, 0)
ctx:enqueue_function(rows, out, 64, 4, { grid_dim = { 1, 16 }, block_dim = { 4, 4 } }) -- expect: idle-launch warning
ctx:synchronize()
