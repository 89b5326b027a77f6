-- expect: runtime-error foreign-data
-- why: The host adds, in a loop; the kernel is never launched.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

host:load(case.data)

for i = 0, n - 1 do host[i] = host[i] + case.scalar end

return { data = host }
