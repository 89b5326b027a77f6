-- expect: runtime-error short-launch
-- why: Four work-items are enough for the first case alone.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.a
local host_a = ctx:enqueue_create_host_buffer("int", n)
local host_out = ctx:enqueue_create_host_buffer("int", n)
local dev_a = ctx:enqueue_create_buffer("int", n)
local dev_out = ctx:enqueue_create_buffer("int", n)
local double_and_one = ctx:compile_function("double.cl", "double_and_one")

host_a:load(case.a)

ctx:enqueue_copy { src = host_a, dst = dev_a }
ctx:enqueue_function(double_and_one, dev_out, dev_a, { grid_dim = 4, block_dim = 1 })
ctx:enqueue_copy { src = dev_out, dst = host_out }
ctx:synchronize()

return { out = host_out }
