-- expect: runtime-error invalid-launch
-- why: All elements are in one group, and a group has at most 1,024 work-items on most devices, or fewer.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

host:load(case.data)

ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(scalar_add, dev, n, case.scalar, { grid_dim = 1, block_dim = 4 * n })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()

return { data = host }
