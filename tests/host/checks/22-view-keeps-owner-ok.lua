-- A part keeps its owner: nobody else has it any more.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local function part()
  return ctx:enqueue_create_buffer("float", 8):create_sub_buffer("float", 0, 4)
end
local low = part()
collectgarbage()
ctx:enqueue_memset(low, 1)
local back = ctx:enqueue_create_host_buffer("float", 4)
ctx:enqueue_copy { src = low, dst = back }
ctx:synchronize()
print(back)
