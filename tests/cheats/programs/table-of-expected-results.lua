-- expect: wrong-answer
-- why: Has the results of the visible case in its text.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local list = {}
for i = 1, n do list[i] = i - 1 + 20 end
return { data = list }
