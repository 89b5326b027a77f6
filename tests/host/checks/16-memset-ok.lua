-- The total begins with zero.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("int", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local a, total = ctx:enqueue_create_buffer("int", 8), ctx:enqueue_create_buffer("int", 1)
local count = ctx:compile_function("kernels.cl", "count")
ctx:enqueue_copy { src = host, dst = a }
ctx:enqueue_memset(total, 0)
ctx:enqueue_function(count, total, a, 8, { grid_dim = 1, block_dim = 8 })
local back = ctx:enqueue_create_host_buffer("int", 1)
ctx:enqueue_copy { src = total, dst = back }
ctx:synchronize()
assert(back[0] == 36)
