-- A tensor goes to the device by itself, and one of the device's buffer waits for it.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.a
local a = ctx:enqueue_create_buffer("int", n)
local out = ctx:enqueue_create_buffer("int", n)
ctx:enqueue_copy { src = case.a, dst = a }
ctx:enqueue_function(ctx:compile_function("double.cl"), out, a, { global = n })
return { out = out:tensor() }
