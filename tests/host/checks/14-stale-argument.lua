-- Arguments stay from launch to launch: the output of the second launch is the first's.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local a, b = ctx:enqueue_create_buffer("float", 8), ctx:enqueue_create_buffer("float", 8)
local out, out2 = ctx:enqueue_create_buffer("float", 8), ctx:enqueue_create_buffer("float", 8)
local twice = ctx:compile_function("kernels.cl", "twice")
ctx:enqueue_copy { src = host, dst = a }
ctx:enqueue_copy { src = host, dst = b }
twice:set_argument(0, out) -- other
twice:set_argument(1, a)
twice:set_argument(2, 8)
ctx:enqueue_function(twice, { grid_dim = 1, block_dim = 8 })
twice:set_argument(1, b)
ctx:enqueue_function(twice, { grid_dim = 1, block_dim = 8 }) -- expect: stale-argument warning
ctx:synchronize()
