-- Two parts of one buffer overlap.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
ctx:enqueue_memset(dev, 0)
local low, high = dev:create_sub_buffer("float", 0, 5), dev:create_sub_buffer("float", 3, 5)
print(pcall(ctx.enqueue_copy, ctx, { src = low, dst = high })) -- expect: overlapping-copy
ctx:synchronize()
