-- Scalar Add. Each of the n elements of
-- case.data becomes larger by case.scalar;
-- the device adds, not this program.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n = #case.data
local host = ctx:enqueue_create_host_buffer("float", n)
local dev = ctx:enqueue_create_buffer("float", n)
local scalar_add =
  ctx:compile_function("scalar_add.cl", "scalar_add")

host:load(case.data)

-- Your code here (about five lines).

return { data = host }

-- It must work for n = 1 to 70,000, plus =
-- -1,000 to 1,000; data: -1,000 to 1,000.
