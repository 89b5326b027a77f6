-- How long a kernel takes. The first launches do not count: the driver compiles, memory is touched
-- for the first time. Of the others the median is told, since some are disturbed. Events are
-- recorded in the queue, so that what the program does between two calls is not measured.
local gpu = require "gpu"

local N, WARM_UP, REPEATS = 1 << 14, 3, 9
local ctx = gpu.DeviceContext()
local scale = ctx:compile_function({ source = [[
  __kernel void scale(__global float *a, int n, float factor) {
    int i = get_global_id(0);
    if (i < n) a[i] *= factor;
  }
]] })
local a = ctx:enqueue_create_buffer("float", N)
ctx:enqueue_memset(a, 1)

local function launch()
  ctx:enqueue_function(scale, a, N, 2.0, { grid_dim = N // 64, block_dim = 64 })
end

for _ = 1, WARM_UP do launch() end
ctx:synchronize()

local events = {}
for k = 1, REPEATS do
  local first = ctx:record_event()
  launch()
  events[k] = { first, ctx:record_event() }
end
ctx:synchronize()

local times = {}
for k, pair in ipairs(events) do times[k] = ctx:elapsed(pair[1], pair[2]) end
table.sort(times)
local median = times[(REPEATS + 1) // 2]

a:map_to_host(function(host)
  assert(host[N - 1] == 2.0 ^ (WARM_UP + REPEATS), "a result that is wrong is not worth timing")
end, { read_only = true })
print(("median of %d launches: %.3f ms, from %.3f to %.3f; %.2f GB/s"):format(
  REPEATS, median, times[1], times[REPEATS], 2 * 4 * N / median / 1e6))
