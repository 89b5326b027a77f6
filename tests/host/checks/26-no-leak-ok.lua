-- A local ends with the program; a global was released.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
kept = ctx:enqueue_create_buffer("float", 8)
ctx:enqueue_memset(dev, 0)
ctx:enqueue_memset(kept, 0)
ctx:synchronize()
kept:release()
