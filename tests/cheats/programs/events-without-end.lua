-- expect: memory-limit or time-limit
-- why: Keeps events, which take little of Lua's memory.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local all = {}
for i = 1, 1e9 do all[i] = ctx:create_event() end
