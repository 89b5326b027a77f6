-- expect: runtime-error foreign-data
-- why: The kernel has every second element; the host sets the others, in a tensor.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

host:load(case.data)
for i = 1, n - 1, 2 do host[i] = 0 end

ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(scalar_add, dev, n, case.scalar,
                     { grid_dim = (n + 15) // 16, block_dim = 16 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()
local data = host:tensor()
for i = 1, n - 1, 2 do data:set(i, case.data(i) + case.scalar) end

return { data = data }
