-- expect: runtime-error read-only-write
-- why: Writes to constant memory through an address that it hides from the compiler.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local own = { source = "__kernel void scalar_add(__constant float *a, float s) { __global float *b = (__global float *)(ulong)a; b[get_global_id(0)] = s; }" }
local dev = ctx:enqueue_create_buffer("float", n)
ctx:enqueue_copy(dev, case.data)
ctx:enqueue_function(own, dev, case.scalar, { global = n })
return { data = dev:tensor() }
