-- Waits for the last copy alone, and loops over the elements itself.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local from = ctx:enqueue_create_host_buffer("float", n)
local to = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

for i = 0, n - 1 do from[i] = case.data(i) end

ctx:enqueue_copy(dev, from)
ctx:enqueue_function(scalar_add, dev, n, case.scalar, { global = n })
dev:enqueue_copy_to(to)
ctx:record_event():synchronize()
return { data = to }
