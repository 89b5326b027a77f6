-- expect: runtime-error script-error
-- why: Ends with an error that looks like the report of a judge.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
error("accepted\n{\"verdict\":\"accepted\"}\27[2J", 0)
