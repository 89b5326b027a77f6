-- An event of one context is recorded in another; to wait for it there is right.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local second = gpu.DeviceContext()
local event = second:create_event() -- other
print(pcall(ctx.record_event, ctx, event)) -- expect: wrong-context
local dev = second:enqueue_create_buffer("float", 8)
second:enqueue_memset(dev, 1)
second:record_event(event)
ctx:enqueue_wait_for(event)
ctx:synchronize()
second:synchronize()
