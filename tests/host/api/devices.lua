-- Devices, contexts, and what there is not.
local gpu = require "gpu"
print(gpu.number_of_devices { api = "emulator" }) -- prints: 2
local all = gpu.devices()
assert(#all == gpu.number_of_devices() and #all >= 2)
print(all[1].api, all[1].id, all[1].checks, all[1].gpu) -- prints: emulator	0	true	false
local a, b = gpu.DeviceContext(0, { api = "emulator" }), gpu.DeviceContext { api = "emulator" }
print(a:api(), a:id(), b:id()) -- prints: emulator	0	0
print(a) -- prints: DeviceContext(emulator:0, checking emulator)
assert(not pcall(gpu.DeviceContext, 2, { api = "emulator" }))
assert(not pcall(gpu.DeviceContext, 0, { api = "cuda" }))
print(select(2, pcall(gpu.DeviceContext, 0, { apI = "cuda" })):match("did you mean 'api'")) -- prints: did you mean 'api'
