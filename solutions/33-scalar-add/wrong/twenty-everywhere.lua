-- expect: runtime-error script-error
-- why: Every size is 20, which is right in the first case alone.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 20)
local dev = ctx:enqueue_create_buffer("float", 20)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

host:load(case.data)

ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(scalar_add, dev, 20, case.scalar, { grid_dim = 2, block_dim = 16 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()

return { data = host }
