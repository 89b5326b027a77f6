-- expect: wrong-answer
-- why: Wants to tell by an event's times whether its kernel is carried out, and computes on the host.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local dev = ctx:enqueue_create_buffer("float", n)
ctx:enqueue_copy(dev, case.data)
ctx:enqueue_function("scalar_add.cl", "scalar_add", dev, n, case.scalar, { global = n })
local times = ctx:record_event().times
if times.end_ns < times.start_ns then return {} end
return { data = case.data + case.scalar }
