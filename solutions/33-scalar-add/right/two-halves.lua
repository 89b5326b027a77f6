-- Each half is copied by itself, as a part of both buffers; the kernel runs once, over all.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

local function parts(first, count)
  if count == 0 then return nil end
  return host:create_sub_buffer("float", first, count), dev:create_sub_buffer("float", first, count)
end
local half = n // 2
local host_a, dev_a = parts(0, half)
local host_b, dev_b = parts(half, n - half)

host:load(case.data)
if dev_a then ctx:enqueue_copy { src = host_a, dst = dev_a } end
ctx:enqueue_copy { src = host_b, dst = dev_b }
ctx:enqueue_function(scalar_add, dev, n, case.scalar, { global = n })
if dev_a then ctx:enqueue_copy { src = dev_a, dst = host_a } end
ctx:enqueue_copy { src = dev_b, dst = host_b }
ctx:synchronize()
return { data = host }
