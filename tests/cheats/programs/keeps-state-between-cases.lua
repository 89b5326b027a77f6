-- expect: runtime-error script-error
-- why: Keeps results in gpu, string and a module for the next case, where nothing of them is left.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local tensor = require "tensor"
for _, place in ipairs { gpu, string, tensor, _G } do
  assert(rawget(place, "kept") == nil, "kept from another case")
  place.kept = case.data
end
error "nothing is kept"
