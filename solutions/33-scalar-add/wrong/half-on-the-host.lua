-- expect: runtime-error foreign-data
-- why: The kernel has the first half; the host adds to the second.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

host:load(case.data)

ctx:enqueue_copy { src = host, dst = dev }
local half = (n + 1) // 2
ctx:enqueue_function(scalar_add, dev, half, case.scalar,
                     { grid_dim = (half + 15) // 16, block_dim = 16 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()
for i = half, n - 1 do host[i] = host[i] + case.scalar end

return { data = host }
