-- expect: runtime-error script-error
-- why: Computes on a device that is not the judged one.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
gpu.DeviceContext(1, { api = "opencl" })
