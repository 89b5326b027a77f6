-- expect: runtime-error host-race
-- why: What is waited for was enqueued before the copy back, so that it says nothing of that copy.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

host:load(case.data)

ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(scalar_add, dev, n, case.scalar, { grid_dim = (n + 15) // 16, block_dim = 16 })
local added = ctx:record_event()
ctx:enqueue_copy { src = dev, dst = host }
added:synchronize()

return { data = host }
