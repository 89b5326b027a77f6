-- An event that is recorded again says nothing of what comes later to who waited for it before.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local second = ctx:create_queue()
local dev = ctx:enqueue_create_buffer("float", 4)
local event = ctx:record_event()
second:enqueue_wait_for(event)
ctx:enqueue_memset(dev, 1) -- other
ctx:record_event(event)
second:enqueue_memset(dev, 2) -- expect: queue-race
ctx:synchronize()
second:synchronize()
