-- expect: wrong-answer
-- why: Uses the device where it knows the inputs, and computes on the host elsewhere.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
if n == 20 then
  local host, dev = ctx:enqueue_create_host_buffer("float", n), ctx:enqueue_create_buffer("float", n)
  host:load(case.data)
  ctx:enqueue_copy { src = host, dst = dev }
  ctx:enqueue_function("scalar_add.cl", "scalar_add", dev, n, case.scalar, { grid_dim = (n + 15) // 16, block_dim = 16 })
  ctx:enqueue_copy { src = dev, dst = host }
  ctx:synchronize()
  return { data = host }
end
local dev = ctx:enqueue_create_buffer("float", n)
ctx:enqueue_copy(dev, case.data)
ctx:enqueue_function("scalar_add.cl", "scalar_add", dev, n, case.scalar, { global = n })
ctx:synchronize()
return { data = case.data + case.scalar }
