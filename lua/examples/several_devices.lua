-- The halves of an array on two contexts. Both are given their work before either is waited for.
-- Where there are two devices, each has one.
local gpu = require "gpu"

local N = 1000
local api = gpu.DeviceContext():api()
local devices = gpu.number_of_devices { api = api }
local text = [[
  __kernel void square(__global float *a, int n) {
    int i = get_global_id(0);
    if (i < n) a[i] *= a[i];
  }
]]

local parts = {}
for k = 0, 1 do
  local ctx = gpu.DeviceContext(k % devices, { api = api })
  local host = ctx:enqueue_create_host_buffer("float", N // 2)
  local dev = ctx:enqueue_create_buffer("float", N // 2)
  for i = 0, N // 2 - 1 do host[i] = k * (N // 2) + i end
  ctx:enqueue_copy { src = host, dst = dev }
  ctx:enqueue_function(ctx:compile_function({ source = text }, "square"), dev, N // 2,
                       { grid_dim = (N // 2 + 63) // 64, block_dim = 64 })
  ctx:enqueue_copy { src = dev, dst = host }
  parts[k] = { ctx = ctx, host = host }
end

local sum = 0
for k = 0, 1 do
  parts[k].ctx:synchronize()
  for i = 0, N // 2 - 1 do sum = sum + parts[k].host[i] end
end
print(("the sum of the first %d squares is %d"):format(N, sum))
