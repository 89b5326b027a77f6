-- expect: compile-error
-- why: Includes the course's solution in a kernel.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
ctx:compile_function { source = '#include "../../solutions/07-scalar-add/accepted.lua"\n__kernel void scalar_add(__global int *a) { a[0] = 1; }' }
