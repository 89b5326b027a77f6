-- The sum of many numbers by several launches: each group adds its part in local memory and leaves
-- one number, and the next launch adds those, until one is left. Between groups only a launch is an
-- order, so that there must be several.
local gpu = require "gpu"

local GROUP, N = 64, 10000
local ctx = gpu.DeviceContext()
local reduce = ctx:compile_function({ source = [[
  __kernel void reduce(__global int *out, __global const int *a, int n, __local int *part) {
    int i = get_global_id(0), l = get_local_id(0);
    part[l] = i < n ? a[i] : 0;
    for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l < step) part[l] += part[l + step];
    }
    if (l == 0) out[get_group_id(0)] = part[0];
  }
]] })

local host = ctx:enqueue_create_host_buffer("int", N)
for i = 0, N - 1 do host[i] = i + 1 end
local numbers = ctx:enqueue_create_buffer("int", N)
ctx:enqueue_copy { src = host, dst = numbers }

local left, launches = N, 0
while left > 1 do
  local groups = (left + GROUP - 1) // GROUP
  local sums = ctx:enqueue_create_buffer("int", groups)
  ctx:enqueue_function(reduce, sums, numbers, left, gpu.Local("int", GROUP),
                       { grid_dim = groups, block_dim = GROUP })
  numbers, left, launches = sums, groups, launches + 1
end

local total = ctx:enqueue_create_host_buffer("int", 1)
ctx:enqueue_copy { src = numbers, dst = total }
ctx:synchronize()
print(("1 + … + %d = %d, by %d launches"):format(N, total[0], launches))
