-- expect: runtime-error use-after-release
-- why: Keeps the elements that it gets only for as long as its function runs.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local dev, kept = ctx:enqueue_create_buffer("float", n), nil
ctx:enqueue_copy(dev, case.data)
dev:map_to_host(function(host) kept = host end)
for i = 0, n - 1 do kept[i] = kept[i] + case.scalar end
return { data = kept }
