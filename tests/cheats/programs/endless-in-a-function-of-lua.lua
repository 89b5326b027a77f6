-- expect: time-limit
-- why: Stays in a function of Lua's library, where nothing can interrupt it.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
print((("a"):rep(40)):find(("a*"):rep(20) .. "b"))
