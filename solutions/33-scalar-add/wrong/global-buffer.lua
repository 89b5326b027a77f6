-- expect: runtime-error leak
-- why: The buffers are global variables, since `local` is missing: they hold their memory to the end.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
host = ctx:enqueue_create_host_buffer("float", n)
dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

host:load(case.data)

ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(scalar_add, dev, n, case.scalar, { grid_dim = (n + 15) // 16, block_dim = 16 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()

return { data = host }
