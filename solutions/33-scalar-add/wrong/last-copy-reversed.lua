-- expect: runtime-error foreign-data
-- why: The last copy goes to the device once more, over the results, and the host keeps what it had.
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
ctx:enqueue_copy { src = host, dst = dev }
ctx:synchronize()

return { data = host }
