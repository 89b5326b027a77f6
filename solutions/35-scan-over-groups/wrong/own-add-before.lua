-- expect: runtime-error foreign-data
-- why: Each group adds up the totals before it, in a kernel of the program's own. It only has the name of one of `scan.cl`.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n, size = #case.a, case.size
local groups = (n + size - 1) // size
local host_a = ctx:enqueue_create_host_buffer("int", n)
local result = ctx:enqueue_create_host_buffer("int", n)
local a = ctx:enqueue_create_buffer("int", n)
local out = ctx:enqueue_create_buffer("int", n)
local totals = ctx:enqueue_create_buffer("int", groups)
local scan_groups = ctx:compile_function("scan.cl", "scan_groups")
local add_before = ctx:compile_function({ source = [[
  __kernel void add_before(__global int *out, __global const int *totals, uint n) {
    int before = 0;
    for (size_t g = 0; g < get_group_id(0); g++) before += totals[g];
    size_t i = get_global_id(0);
    if (i < n) out[i] += before;
  }]] })

host_a:load(case.a)
ctx:enqueue_copy { src = host_a, dst = a }
ctx:enqueue_function(scan_groups, out, totals, a, gpu.Local("int", size), n,
                     { grid_dim = groups, block_dim = size })
ctx:enqueue_function(add_before, out, totals, n,
                     { grid_dim = groups, block_dim = size })
ctx:enqueue_copy { src = out, dst = result }
ctx:synchronize()

return { out = result }
