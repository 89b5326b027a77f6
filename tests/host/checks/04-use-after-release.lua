-- A released buffer is an argument.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
ctx:enqueue_memset(dev, 0)
ctx:synchronize()
dev:release() -- other
local add = ctx:compile_function("kernels.cl", "add")
print(pcall(ctx.enqueue_function, ctx, add, dev, 8, 1.0, { grid_dim = 1, block_dim = 8 })) -- expect: use-after-release
