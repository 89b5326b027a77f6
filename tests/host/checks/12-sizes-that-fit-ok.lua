-- Groups that divide the grid in every dimension, a grid without a group, and an offset.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local add = ctx:compile_function("kernels.cl", "add")
local dev = ctx:enqueue_create_buffer("float", 12)
ctx:enqueue_memset(dev, 0)
ctx:enqueue_function(add, dev, 12, 1.0, { global = 12, ["local"] = 3 })
ctx:enqueue_function(add, dev, 12, 1.0, { global = 12 })
ctx:enqueue_function(add, dev, 12, 1.0, { global = 4, offset = 8 })
local tensor = dev:tensor()
print(tensor(0), tensor(7), tensor(11)) -- prints: 2.0	2.0	3.0
