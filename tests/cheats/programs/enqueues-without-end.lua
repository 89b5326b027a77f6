-- expect: time-limit or memory-limit
-- why: Enqueues 1,000,000,000 commands.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local dev = ctx:enqueue_create_buffer("float", n)
for i = 1, 1e9 do ctx:enqueue_memset(dev, i) end
