-- A buffer is copied to the host, and nobody wrote it.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8) -- other
local host = ctx:enqueue_create_host_buffer("float", 8)
ctx:enqueue_copy { src = dev, dst = host } -- expect: uninitialized-read
ctx:synchronize()
