-- Only the part that was written is copied; a mapping of new memory is filled.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
local low = dev:create_sub_buffer("float", 0, 4)
ctx:enqueue_memset(low, 1)
local host = ctx:enqueue_create_host_buffer("float", 4)
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()
print(host)
local other = ctx:enqueue_create_buffer("float", 8)
other:map_to_host(function(mapped)
  for i = 0, 7 do mapped[i] = i end
end)
local back = ctx:enqueue_create_host_buffer("float", 8)
ctx:enqueue_copy { src = other, dst = back }
ctx:synchronize()
print(back)
