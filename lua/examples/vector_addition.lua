-- 100 elements in groups of 16: the grid is rounded up, and the guard in the kernel keeps the 12
-- work-items too many from writing.
local gpu = require "gpu"

local N, GROUP = 100, 16
local ctx = gpu.DeviceContext()
local add = ctx:compile_function({ source = [[
  __kernel void add(__global float *out, __global const float *a, __global const float *b, int n) {
    int i = get_global_id(0);
    if (i < n) out[i] = a[i] + b[i];
  }
]] })

local a, b = ctx:enqueue_create_host_buffer("float", N), ctx:enqueue_create_host_buffer("float", N)
for i = 0, N - 1 do
  a[i], b[i] = i, 2 * i
end

local dev_a, dev_b = ctx:enqueue_create_buffer("float", N), ctx:enqueue_create_buffer("float", N)
local dev_out = ctx:enqueue_create_buffer("float", N)
ctx:enqueue_copy { src = a, dst = dev_a }
ctx:enqueue_copy { src = b, dst = dev_b }

local groups = (N + GROUP - 1) // GROUP
ctx:enqueue_function(add, dev_out, dev_a, dev_b, N, { grid_dim = groups, block_dim = GROUP })

local out = ctx:enqueue_create_host_buffer("float", N)
ctx:enqueue_copy { src = dev_out, dst = out }
ctx:synchronize()

for i = 0, N - 1 do assert(out[i] == 3 * i) end
print(("%d groups of %d work-items for %d elements"):format(groups, GROUP, N))
print(("out[0] = %g, out[1] = %g, out[%d] = %g"):format(out[0], out[1], N - 1, out[N - 1]))
