-- expect: runtime-error script-error
-- why: Looks for the judge among the registry and upvalues.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
for _, value in pairs(debug.getregistry()) do print(value) end
