-- expect: wrong-answer
-- why: Returns a table whose fields are made when they are asked for.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
return setmetatable({}, { __index = function() return case.data + case.scalar end })
