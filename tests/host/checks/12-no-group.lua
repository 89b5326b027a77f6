-- A grid without work-items, groups without any, and more of both than there can be.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local add = ctx:compile_function("kernels.cl", "add")
local dev = ctx:enqueue_create_buffer("float", 12)
print(pcall(ctx.enqueue_function, ctx, add, dev, 12, 1.0, { grid_dim = 0, block_dim = 4 })) -- expect: invalid-launch
print(pcall(ctx.enqueue_function, ctx, add, dev, 12, 1.0, { grid_dim = 3, block_dim = 0 })) -- expect: invalid-launch
print(pcall(ctx.enqueue_function, ctx, add, dev, 12, 1.0, { grid_dim = 1, block_dim = 1 << 20 })) -- expect: invalid-launch
print(pcall(ctx.enqueue_function, ctx, add, dev, 12, 1.0, { grid_dim = { 1 << 40, 1 << 40 }, block_dim = 1 })) -- expect: invalid-launch
