-- expect: runtime-error foreign-data
-- why: The data goes to the device and comes back, and nobody has added anything.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add = ctx:compile_function("scalar_add.cl", "scalar_add")

host:load(case.data)

ctx:enqueue_copy { src = host, dst = dev }
ctx:enqueue_copy { src = dev, dst = host }
ctx:synchronize()

return { data = host }
