-- Groups are rounded up in both dimensions: no group is idle as a whole.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local TEXT = [[
__kernel void add(__global float *a, int n, float value) {
  int i = get_global_id(0);
  if (i < n) a[i] += value;
}
__kernel void twice(__global float *out, __global const float *a, int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = 2.0f * a[i];
}
__kernel void count(__global int *total, __global const int *a, int n) {
  int i = get_global_id(0);
  if (i < n) atomic_add(total, a[i]);
}
__kernel void rows(__global float *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) out[y * width + x] = y;
}
]]
local out = ctx:enqueue_create_buffer("float", 81)
local rows = ctx:compile_function({ source = TEXT }, "rows")
ctx:enqueue_function(rows, out, 9, 9, { grid_dim = { 2, 2 }, block_dim = { 8, 8 } })
local back = ctx:enqueue_create_host_buffer("float", 81)
ctx:enqueue_copy { src = out, dst = back }
ctx:synchronize()
