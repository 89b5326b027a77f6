-- A second wait waits for nothing; a second copy copies the same.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end

local dev = ctx:enqueue_create_buffer("float", 8)
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_copy { src = host, dst = dev } -- expect: redundant-work warning
ctx:synchronize()
ctx:synchronize() -- expect: redundant-work warning
local second = ctx:create_queue()
local event = ctx:record_event()
ctx:synchronize()
second:enqueue_wait_for(event) -- expect: redundant-work warning
