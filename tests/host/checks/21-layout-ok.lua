-- The struct has the kernel's size; vectors are made of the buffer's scalars.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local text = [[
typedef struct { float x; char kind; } particle;
__kernel void move(__global particle *p, particle by) { p[get_global_id(0)].x += by.x; }
__kernel void wide(__global float4 *p) { p[get_global_id(0)] += 1.0f; }
]]
local move, wide = ctx:compile_function({ source = text }, "move"), ctx:compile_function({ source = text }, "wide")
local padded = ctx:enqueue_create_buffer("struct", 4, { size = 8 })
local floats = ctx:enqueue_create_buffer("float", 16)
ctx:enqueue_memset(padded, 0)
ctx:enqueue_memset(floats, 0)
ctx:enqueue_function(move, padded, string.pack("<fBxxx", 1.0, 1), { grid_dim = 1, block_dim = 4 })
ctx:enqueue_function(wide, floats, { grid_dim = 1, block_dim = 4 })
ctx:synchronize()
