-- expect: runtime-error script-error
-- why: Loads the course's solution as a module.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
return require("solutions.accepted")(case)
