-- expect: runtime-error uninitialized-read
-- why: Looks in device memory for what another case left there.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local look = { source = "__kernel void look(__global float *out, __global const float *a) { out[get_global_id(0)] = a[get_global_id(0)]; }" }
local old, out = ctx:enqueue_create_buffer("float", n), ctx:enqueue_create_buffer("float", n)
ctx:enqueue_function(look, out, old, { global = n })
return { data = out:tensor() }
