-- A buffer of one context is given to a kernel of another.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local second = gpu.DeviceContext()
local dev = second:enqueue_create_buffer("float", 8) -- other
local add = ctx:compile_function("kernels.cl", "add")
print(pcall(ctx.enqueue_function, ctx, add, dev, 8, 1.0, { grid_dim = 1, block_dim = 8 })) -- expect: wrong-context
print(pcall(second.enqueue_function, second, add, dev, 8, 1.0, { grid_dim = 1, block_dim = 8 })) -- expect: wrong-context
