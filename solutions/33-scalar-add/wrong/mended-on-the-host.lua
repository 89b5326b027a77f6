-- expect: runtime-error foreign-data
-- why: The kernel has no last group; the host looks for what is not right, and mends it.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

host:load(case.data)

ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_function(scalar_add, dev, n, case.scalar,
                     { grid_dim = math.max(n // 16, 1), block_dim = 16 })
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()
for i = 0, n - 1 do
  local right = case.data(i) + case.scalar
  if host[i] ~= right then host[i] = right end
end

return { data = host }
