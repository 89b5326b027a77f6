-- expect: runtime-error script-error
-- why: Loads the spec as an array.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
gpu.load("../../puzzles/07-scalar-add/puzzle.lua")
