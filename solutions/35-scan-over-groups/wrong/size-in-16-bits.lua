-- expect: runtime-error uninitialized-read
-- why: The first launch gets how many elements there are in 16 bits, and 65,536 is 0 in these.
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
local running = ctx:enqueue_create_buffer("int", groups)
local scan_groups = ctx:compile_function("scan.cl", "scan_groups")
local add_before = ctx:compile_function("scan.cl", "add_before")

host_a:load(case.a)
ctx:enqueue_copy { src = host_a, dst = a }
ctx:enqueue_function(scan_groups, out, totals, a, gpu.Local("int", size), n & 0xffff,
                     { grid_dim = groups, block_dim = size })
ctx:enqueue_function(scan_groups, running, nil, totals, gpu.Local("int", groups), groups,
                     { grid_dim = 1, block_dim = groups })
ctx:enqueue_function(add_before, out, running, n,
                     { grid_dim = groups, block_dim = size })
ctx:enqueue_copy { src = out, dst = result }
ctx:synchronize()

return { out = result }
