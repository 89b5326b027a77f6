-- expect: runtime-error script-error
-- why: Has the compiler fail by options that no command line takes.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
ctx:compile_function({ source = "__kernel void f(__global int *a) { a[0] = N; }" }, { defines = { N = ("1+"):rep(1e6) .. "1" } })
