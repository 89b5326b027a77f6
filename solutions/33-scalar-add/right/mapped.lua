-- The result is read where the device has it: a mapping waits, and brings the elements.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl")

dev:enqueue_copy_from(case.data)
ctx:enqueue_function(scalar_add, dev, n, case.scalar, { global = n })

local result = {}
dev:map_to_host(function(host)
  for i = 0, n - 1 do result[i + 1] = host[i] end
end, { read_only = true })
return { data = result }
