-- expect: memory-limit
-- why: Makes a buffer of 2^62 bytes.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
ctx:enqueue_create_buffer("char", 1 << 62)
