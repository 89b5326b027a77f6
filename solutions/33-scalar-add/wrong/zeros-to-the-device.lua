-- expect: runtime-error foreign-data
-- why: The kernel adds to zeros; the host adds the data.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

ctx:enqueue_memset(dev, 0)
ctx:enqueue_function(scalar_add, dev, n, case.scalar,
                     { grid_dim = (n + 15) // 16, block_dim = 16 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()
for i = 0, n - 1 do host[i] = host[i] + case.data(i) end

return { data = host }
