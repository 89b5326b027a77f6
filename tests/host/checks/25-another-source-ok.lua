-- Buffers come and go, and another one may get the memory of one that is gone: a copy from it is
-- no redundant-work.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
local sum = ctx:enqueue_create_host_buffer("float", 8)
for round = 1, 40 do
  local host = ctx:enqueue_create_host_buffer("float", 8)
  for i = 0, 7 do host[i] = round end
  ctx:enqueue_copy { src = host, dst = dev }
  ctx:synchronize()
  host:release()
  host = nil
  collectgarbage()
end
ctx:enqueue_copy { src = dev, dst = sum }
ctx:synchronize()
print(sum[0]) -- prints: 40.0
