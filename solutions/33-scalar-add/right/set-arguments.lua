-- The arguments are set one by one, by their numbers, and the launch names none. One work-item a group.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

host:load(case.data)
for i, argument in ipairs { dev, n, case.scalar } do
  scalar_add:set_argument(i - 1, argument)
end
ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(scalar_add, { grid_dim = n, block_dim = 1 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()
return { data = host }
