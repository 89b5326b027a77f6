-- A kernel is given memory of the host.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local add = ctx:compile_function("kernels.cl", "add")
print(pcall(ctx.enqueue_function, ctx, add, host, 8, 1.0, { grid_dim = 1, block_dim = 8 })) -- expect: invalid-argument
