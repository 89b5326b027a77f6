-- Two queues, ordered by an event; times.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local second = ctx:create_stream()
local dev = ctx:enqueue_create_buffer("int", 4)
local back = ctx:enqueue_create_host_buffer("int", 4)
local begun, filled = gpu.Event(ctx), ctx:create_event()
ctx:record_event(begun)
ctx:enqueue_memset(dev, 7)
assert(ctx:record_event(filled) == filled)
second:enqueue_wait_for(filled)
second:enqueue_copy(back, dev)
local copied = second:record_event()
copied:synchronize()
print(copied:is_done(), filled:is_done()) -- prints: true	true
print(back) -- prints: HostBuffer([7, 7, 7, 7])
assert(ctx:elapsed(filled, copied) >= 0)
local times = copied.times
assert(times.queued_ns <= times.start_ns and times.start_ns <= times.end_ns)
ctx:synchronize()
