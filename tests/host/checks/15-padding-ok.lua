-- The padding of a float3, and of a struct, is no value that somebody forgot to write.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local f = ctx:compile_function { source = "__kernel void f(__global float3 *o, float3 v) { int i = get_global_id(0); o[i] = v; }" }
local o = ctx:enqueue_create_buffer("float3", 4)
ctx:enqueue_function(f, o, { 1, 2, 3 }, { global = 4 })
o:map_to_host(function(h) print(h[0][1], h[3][3]) h[1] = { 4, 5, 6 } end) -- prints: 1.0	3.0
local h = ctx:enqueue_create_host_buffer("float3", 4)
ctx:enqueue_copy { src = o, dst = h }
local source = "typedef struct { float x; char k; } p; __kernel void g(__global p *o) { int i = get_global_id(0); o[i].x = 1; o[i].k = 2; }"
local s, t = ctx:enqueue_create_buffer("struct", 4, { size = 8 }), ctx:enqueue_create_host_buffer("struct", 4, { size = 8 })
ctx:enqueue_function(ctx:compile_function { source = source }, s, { global = 4 })
ctx:enqueue_copy { src = s, dst = t }
ctx:synchronize()
print(h[1][2], string.unpack("<fB", t[3])) -- prints: 5.0	1.0	2	6
