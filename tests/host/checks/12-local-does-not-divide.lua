-- Groups do not divide the grid, are too large, or there are none.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 20)
ctx:enqueue_memset(dev, 0)
ctx:synchronize()
local add = ctx:compile_function("kernels.cl", "add")
print(pcall(ctx.enqueue_function, ctx, add, dev, 20, 1.0, { global = 20, ["local"] = 16 })) -- expect: invalid-launch
print(pcall(ctx.enqueue_function, ctx, add, dev, 20, 1.0, { grid_dim = 0, block_dim = 16 })) -- expect: invalid-launch
print(pcall(ctx.enqueue_function, ctx, add, dev, 20, 1.0, { grid_dim = 1, block_dim = 1 << 20 })) -- expect: invalid-launch
