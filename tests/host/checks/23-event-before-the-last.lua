-- An event is waited for that was recorded before the last command.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local second = ctx:create_queue()
local a = ctx:enqueue_create_buffer("int", 4)
second:enqueue_memset(a, 1)
local event = second:record_event()
second:enqueue_memset(a, 2) -- expect: not-awaited
event:synchronize()
