-- A grid that is too short for elements that have padding.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local f = ctx:compile_function { source = "__kernel void f(__global float3 *o) { o[get_global_id(0)] = (float3)(1); }" }
local o, h = ctx:enqueue_create_buffer("float3", 4), ctx:enqueue_create_host_buffer("float3", 4)
ctx:enqueue_function(f, o, { global = 3 }) -- other
ctx:enqueue_copy { src = o, dst = h } -- expect: short-launch
ctx:synchronize()
