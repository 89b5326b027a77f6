-- Each of two launches writes every other element: more pieces than the emulator tells of.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local N = 70000
local every_other = ctx:compile_function({ source = [[
  __kernel void every_other(__global int *out, int first, int n) {
    int i = 2 * get_global_id(0) + first;
    if (i < n) out[i] = i;
  }
]] })
local out = ctx:enqueue_create_buffer("int", 2 * N)
local host = ctx:enqueue_create_host_buffer("int", 2 * N)
ctx:enqueue_function(every_other, out, 0, 2 * N, { global = N })
ctx:enqueue_function(every_other, out, 1, 2 * N, { global = N })
ctx:enqueue_copy { src = out, dst = host }
ctx:synchronize()
assert(host[2 * N - 1] == 2 * N - 1)
