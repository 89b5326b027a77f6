-- The target has more room than the source has bytes: a size was given in bytes.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 32)
print(pcall(ctx.enqueue_copy, ctx, { src = host, dst = dev })) -- expect: copy-out-of-range
