-- A kernel that forgets a field of a struct.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local source = "typedef struct { float x; char k; } p; __kernel void g(__global p *o) { int i = get_global_id(0); o[i].k = 2; }"
local s, t = ctx:enqueue_create_buffer("struct", 4, { size = 8 }), ctx:enqueue_create_host_buffer("struct", 4, { size = 8 }) -- other
ctx:enqueue_function(ctx:compile_function { source = source }, s, { global = 4 })
ctx:enqueue_copy { src = s, dst = t } -- expect: uninitialized-read
ctx:synchronize()
