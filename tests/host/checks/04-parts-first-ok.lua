-- Parts are released before their whole, and what was released is named by nothing but its type.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
local half = dev:create_sub_buffer("float", 0, 4)
ctx:enqueue_memset(half, 1)
ctx:synchronize()
half:release()
ctx:enqueue_memset(dev, 2)
ctx:synchronize()
dev:release()
print(#dev, dev:type(), dev) -- prints: 8	float	DeviceBuffer(8 of float, released)
