-- expect: runtime-error foreign-data
-- why: The copy back is enqueued before the launch, and so it brings what was there before.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

host:load(case.data)

ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_copy { src = dev, dst = host }
ctx:enqueue_function(scalar_add, dev, n, case.scalar, { grid_dim = (n + 15) // 16, block_dim = 16 })
ctx:synchronize()

return { data = host }
