-- A part is used after its owner was released.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
local low = dev:create_sub_buffer("float", 0, 4)
ctx:enqueue_memset(low, 0)
ctx:synchronize()
dev:release() -- other
print(pcall(ctx.enqueue_memset, ctx, low, 1)) -- expect: use-after-release
