-- expect: wrong-answer
-- why: Changes the input, and hopes that it is what is compared.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
case.data = case.data + case.scalar
return { data = case.data }
