-- What nobody has any more is kept until commands are done with it.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
do
local host = ctx:enqueue_create_host_buffer("float", 8)
for i = 0, #host - 1 do host[i] = i + 1 end
  ctx:enqueue_copy { src = host, dst = dev }
end
collectgarbage()
collectgarbage()
local back = ctx:enqueue_create_host_buffer("float", 8)
ctx:enqueue_copy { src = dev, dst = back }
ctx:synchronize()
assert(back[7] == 8)
back:release()
