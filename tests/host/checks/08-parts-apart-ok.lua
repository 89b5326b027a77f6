-- Two parts of one buffer lie beside each other.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
ctx:enqueue_memset(dev, 3)
local low, high = dev:create_sub_buffer("float", 0, 4), dev:create_sub_buffer("float", 4, 4)
ctx:enqueue_copy { src = low, dst = high }
ctx:synchronize()
