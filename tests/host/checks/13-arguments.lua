-- Too few arguments, too many, a value for a buffer, a buffer for a value, a fraction for an integer.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
ctx:enqueue_memset(dev, 0)
ctx:synchronize()
local add = ctx:compile_function("kernels.cl", "add")
local sizes = { grid_dim = 1, block_dim = 8 }
print(pcall(ctx.enqueue_function, ctx, add, dev, 8, sizes)) -- expect: invalid-argument
print(pcall(ctx.enqueue_function, ctx, add, dev, 8, 1.0, 2.0, sizes)) -- expect: invalid-argument
print(pcall(ctx.enqueue_function, ctx, add, 8, 8, 1.0, sizes)) -- expect: invalid-argument
print(pcall(ctx.enqueue_function, ctx, add, dev, dev, 1.0, sizes)) -- expect: invalid-argument
print(pcall(ctx.enqueue_function, ctx, add, dev, 8.5, 1.0, sizes)) -- expect: invalid-argument
