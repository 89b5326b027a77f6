-- expect: runtime-error script-error
-- why: Asks for the bytes of a function by way of the strings' metatable.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
return { data = ("").dump(print) }
