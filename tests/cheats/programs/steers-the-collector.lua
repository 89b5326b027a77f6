-- expect: runtime-error script-error
-- why: Stops the collector.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
collectgarbage "stop"
