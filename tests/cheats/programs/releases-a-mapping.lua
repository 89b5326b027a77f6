-- expect: runtime-error mapped-access
-- why: Releases a mapping, so that the device never gets what was written.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local dev = ctx:enqueue_create_buffer("float", n)
ctx:enqueue_copy(dev, case.data)
dev:map_to_host(function(host) host[0] = 1 host:release() end)
return { data = case.data + case.scalar }
