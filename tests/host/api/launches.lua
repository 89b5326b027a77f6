-- One to three dimensions, sizes in both ways, offsets, arguments that stay, nothing at all.
local gpu, tensor = require "gpu", require "tensor"
local ctx = gpu.DeviceContext()
local text = [[
__kernel void ids(__global int *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  out[(z * height + y) * width + x] = x + 10 * y + 100 * z;
}
__kernel void add(__global ushort8 *a, ushort8 b, float4 unused, double scale, long big) {
  a[get_global_id(0)] += b * (ushort)scale + (ushort)big;
}
__kernel void sum(__global float *out, __local float *room) {
  size_t i = get_local_id(0);
  room[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i == 0) {
    float total = 0;
    for (size_t k = 0; k < get_local_size(0); k++) total += room[k];
    out[get_group_id(0)] = total;
  }
}
]]
local ids = ctx:compile_function({ source = text }, "ids")
local function expected(w, h, d)
  return tensor.build("int", { d, h, w }, function(z, y, x) return x + 10 * y + 100 * z end)
end
local out = ctx:enqueue_create_buffer("int", 24)
ctx:enqueue_function(ids, out, 4, 3, { grid_dim = { 2, 3, 1 }, block_dim = { 2, 1, 2 } })
print(out:tensor({ 2, 3, 4 }):equal(expected(4, 3, 2))) -- prints: true
ids:set_argument(0, out)
ids:set_argument(1, 24)
ids:set_argument(2, 1)
ctx:enqueue_function(ids, { global = 24 })
print(out:tensor({ 1, 1, 24 }):equal(expected(24, 1, 1))) -- prints: true
ctx:enqueue_memset(out, -1)
ctx:enqueue_function(ids, out, 24, 1, { global = 4, ["local"] = 2, offset = 20 })
print(out:tensor():slice(18)) -- prints: int[6]{-1, -1, 20, 21, 22, 23}

local add = ctx:compile_function({ source = text }, "add")
local wide = ctx:enqueue_create_buffer("ushort8", 2)
ctx:enqueue_memset(wide, { 1, 2, 3, 4, 5, 6, 7, 8 })
ctx:enqueue_function(add, wide, { 10, 20, 30, 40, 50, 60, 70, 80 }, 0.5, 2, 7, { global = 2 })
print(wide:tensor():pick(1)) -- prints: ushort8[]{(28, 49, 70, 91, 112, 133, 154, 175)}

local sums = ctx:enqueue_create_buffer("float", 2)
ctx:enqueue_function({ source = text, name = "sum" }, sums, gpu.Local("float", 16), { grid_dim = 2, block_dim = 16 })
print(sums:tensor()) -- prints: float[2]{120, 120}

local nothing, none = ctx:enqueue_create_buffer("float", 0), ctx:enqueue_create_host_buffer("float", 0)
ctx:enqueue_copy { src = nothing, dst = none }
ctx:enqueue_memset(nothing, 1)
ctx:synchronize()
print(none, #nothing, nothing:tensor()) -- prints: HostBuffer([])	0	float[0]{}
