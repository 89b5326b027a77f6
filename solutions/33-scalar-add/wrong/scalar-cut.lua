-- expect: wrong-answer
-- why: The scalar is cut off at its point; numbers below 0 are cut towards it.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

host:load(case.data)

ctx:enqueue_copy { src = host, dst = dev }
local groups = (n + 15) // 16
ctx:enqueue_function(scalar_add, dev, n, case.scalar < 0 and math.ceil(case.scalar) or math.floor(case.scalar),
                     { grid_dim = groups, block_dim = 16 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()

return { data = host }
