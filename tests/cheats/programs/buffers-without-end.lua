-- expect: memory-limit or time-limit
-- why: Keeps ever new buffers, of 4 bytes each.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local all = {}
for i = 1, 1e9 do all[i] = ctx:enqueue_create_buffer("int", 1) end
