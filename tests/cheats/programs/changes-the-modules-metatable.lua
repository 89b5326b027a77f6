-- expect: runtime-error script-error
-- why: Changes what gpu says of names that it does not have.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
setmetatable(gpu, { __index = function() return print end })
