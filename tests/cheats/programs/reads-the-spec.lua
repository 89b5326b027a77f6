-- expect: runtime-error script-error
-- why: Compiles the puzzle's spec, to see it in an error.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
ctx:compile_function("puzzle.lua")
