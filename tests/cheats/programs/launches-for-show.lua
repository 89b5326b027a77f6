-- expect: wrong-answer
-- why: Launches the kernel, and computes on the host.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local dev = ctx:enqueue_create_buffer("float", n)
ctx:enqueue_copy(dev, case.data)
ctx:enqueue_function("scalar_add.cl", "scalar_add", dev, n, case.scalar, { global = n })
ctx:synchronize()
return { data = case.data + case.scalar }
