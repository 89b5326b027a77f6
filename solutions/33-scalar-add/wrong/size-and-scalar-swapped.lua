-- expect: runtime-error invalid-argument
-- why: The arguments of the launch stand in another order than the kernel's parameters.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

host:load(case.data)

ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(scalar_add, dev, case.scalar, n, { grid_dim = (n + 15) // 16, block_dim = 16 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()

return { data = host }
