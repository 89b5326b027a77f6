-- expect: runtime-error uninitialized-read
-- why: Nothing is launched.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local n, size = #case.a, case.size
local groups = (n + size - 1) // size
local host_a = ctx:enqueue_create_host_buffer("int", n)
local result = ctx:enqueue_create_host_buffer("int", n)
local a = ctx:enqueue_create_buffer("int", n)
local out = ctx:enqueue_create_buffer("int", n)
local totals = ctx:enqueue_create_buffer("int", groups)
local running = ctx:enqueue_create_buffer("int", groups)
local scan_groups = ctx:compile_function("scan.cl", "scan_groups")
local add_before = ctx:compile_function("scan.cl", "add_before")

host_a:load(case.a)

return { out = result }
