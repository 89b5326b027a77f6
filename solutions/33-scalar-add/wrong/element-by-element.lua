-- expect: over-budget
-- why: One launch for each element: right, and as slow as it can be.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

host:load(case.data)

local function launch(i)
  local part = dev:create_sub_buffer("float", i, 1)
  ctx:enqueue_function(scalar_add, part, 1, case.scalar, { global = 1 })
end
ctx:enqueue_copy { src = host, dst = dev }
for i = 0, n - 1 do launch(i) end
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()

return { data = host }
