-- expect: runtime-error script-error
-- why: Wants to tell hidden cases from visible ones by the time.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
if os.clock() > 0 then return { data = case.data } end
