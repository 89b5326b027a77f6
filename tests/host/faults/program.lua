local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local n = 8
local host = ctx:enqueue_create_host_buffer("float", n)
local dev, other = ctx:enqueue_create_buffer("float", n), ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function { source = "scalar_add", name = "scalar_add" }
for i = 0, n - 1 do host[i] = i end
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(scalar_add, dev, n, 2.5, { grid_dim = 1, block_dim = n })
ctx:enqueue_copy { src = dev, dst = other }
ctx:enqueue_memset(dev, 1)
ctx:enqueue_copy { src = other, dst = host }
local event = ctx:record_event()
ctx:synchronize()
local mapped = dev:map_to_host()
io.write("last: ", host[n - 1], " ", mapped[0], " ", other:tensor():at(1), "\n")
mapped:unmap()
