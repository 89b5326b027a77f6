-- A host buffer is copied to the device before it is filled.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8) -- other
local dev = ctx:enqueue_create_buffer("float", 8)
ctx:enqueue_copy { src = host, dst = dev } -- expect: uninitialized-read
ctx:synchronize()
