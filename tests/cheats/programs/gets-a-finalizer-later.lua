-- expect: runtime-error script-error
-- why: Gives a metatable that is in use a finalizer.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local meta = {}
local first = setmetatable({}, meta)
meta.__gc = function() print "later" end
local second = setmetatable({}, meta)
