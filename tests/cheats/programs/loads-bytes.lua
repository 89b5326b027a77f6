-- expect: runtime-error script-error
-- why: Loads code that is no text.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
load("\27LuaT\0")()
