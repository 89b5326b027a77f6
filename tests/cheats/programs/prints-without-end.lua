-- expect: output-limit
-- why: Prints more than it may, and catches what that leads to.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
while true do pcall(print, ("x"):rep(1000)) end
