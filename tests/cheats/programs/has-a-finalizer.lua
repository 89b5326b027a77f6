-- expect: runtime-error script-error
-- why: Wants to run once more when all is over.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
setmetatable({}, { __gc = function() print "later" end })
