-- expect: wrong-answer
-- why: Returns a list whose length and elements are functions.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local list = { __len = function() return n end, __index = function(_, i) return i - 1 + case.scalar end }
return { data = setmetatable({}, list) }
