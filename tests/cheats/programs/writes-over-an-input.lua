-- expect: runtime-error read-only-write
-- why: Writes to a buffer that kernels may only read.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local own = { source = "__kernel void scalar_add(__global float *a, float s) { a[get_global_id(0)] += s; }" }
local dev = ctx:enqueue_create_buffer("float", n, { access = "read" })
ctx:enqueue_copy(dev, case.data)
ctx:enqueue_function(own, dev, case.scalar, { global = n })
return { data = dev:tensor() }
