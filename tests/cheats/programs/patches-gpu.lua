-- expect: runtime-error host-race
-- why: Replaces functions of gpu and print by its own, and reads what it did not wait for.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
gpu.DeviceContext = function() return ctx end
print, error, require = function() end, function() end, function() return gpu end
local host, dev = ctx:enqueue_create_host_buffer("float", n), ctx:enqueue_create_buffer("float", n)
host:load(case.data)
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function("scalar_add.cl", "scalar_add", dev, n, case.scalar, { grid_dim = (n + 15) // 16, block_dim = 16 })
ctx:enqueue_copy { src = dev, dst = host }
return { data = host }
