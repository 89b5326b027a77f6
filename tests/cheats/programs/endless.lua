-- expect: time-limit
-- why: Catches whatever would end it.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
while true do pcall(function() while true do end end) end
