-- @title@. out[i] = 2 * a[i] + 1 for the n elements of
-- case.a, on the device.
local gpu = require "gpu"
local case = ...                        -- case.a: a tensor

local ctx = gpu.DeviceContext()
local n = #case.a
local host_a = ctx:enqueue_create_host_buffer("int", n)
local host_out = ctx:enqueue_create_host_buffer("int", n)
local dev_a = ctx:enqueue_create_buffer("int", n)
local dev_out = ctx:enqueue_create_buffer("int", n)
local double_and_one =
  ctx:compile_function("double.cl", "double_and_one")

host_a:load(case.a)

-- Your code here (about four lines).

return { out = host_out }
