-- Two queues share a buffer, and no event orders them.
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
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 8)
local out = ctx:enqueue_create_buffer("float", 8)
local second = ctx:create_queue()
local twice = ctx:compile_function({ source = TEXT }, "twice")
ctx:enqueue_copy { src = host, dst = dev } -- other
second:enqueue_function(twice, out, dev, 8, { grid_dim = 1, block_dim = 8 }) -- expect: queue-race
ctx:synchronize()
