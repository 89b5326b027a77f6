-- expect: runtime-error script-error
-- why: Leaves a mapping by a coroutine.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local dev = ctx:enqueue_create_buffer("float", n)
dev:map_to_host(function(host) coroutine.yield(host) end)
