-- expect: memory-limit or time-limit
-- why: Fills the memory, and catches the error.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local all = {}
for i = 1, 1e9 do pcall(function() all[#all + 1] = ("x"):rep(1 << 20) .. i end) end
