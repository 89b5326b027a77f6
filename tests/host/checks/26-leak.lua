-- A global holds a buffer when the program ends.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
dev = ctx:enqueue_create_buffer("float", 8) -- expect: leak warning
ctx:enqueue_memset(dev, 0)
ctx:synchronize()
