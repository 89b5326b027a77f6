-- The host packs 5 bytes a particle, the kernel's struct has 8.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local text = [[
typedef struct { float x; char kind; } particle;
__kernel void move(__global particle *p, particle by) { p[get_global_id(0)].x += by.x; }
]]
local move = ctx:compile_function({ source = text }, "move")
local packed = ctx:enqueue_create_buffer("struct", 4, { size = 5 })
local padded = ctx:enqueue_create_buffer("struct", 4, { size = 8 })
ctx:enqueue_memset(packed, 0)
ctx:enqueue_memset(padded, 0)
ctx:synchronize()
print(pcall(ctx.enqueue_function, ctx, move, padded, string.pack("<fB", 1.0, 1), { grid_dim = 1, block_dim = 4 })) -- expect: layout-mismatch
print(pcall(ctx.enqueue_function, ctx, move, packed, string.pack("<fBxxx", 1.0, 1), { grid_dim = 1, block_dim = 4 })) -- expect: layout-mismatch
