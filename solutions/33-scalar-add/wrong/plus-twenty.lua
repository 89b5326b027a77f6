-- expect: wrong-answer
-- why: What is added is written into the program: right in the first case alone.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

host:load(case.data)

ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(scalar_add, dev, n, 20.0, { grid_dim = (n + 15) // 16, block_dim = 16 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()

return { data = host }
