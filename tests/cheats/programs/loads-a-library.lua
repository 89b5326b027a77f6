-- expect: runtime-error script-error
-- why: Loads a library of C.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
package.loadlib("libc.so.6", "system")
