-- expect: runtime-error short-launch
-- why: The grid has at most 64 rows.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local paste = ctx:compile_function("paste.cl", "paste")
local size = case.picture:shape()
local stamp_size = case.stamp:shape()

local out = ctx:enqueue_create_buffer("int", case.picture:count())
local picture = ctx:enqueue_create_buffer("int", case.picture:count())
local stamp = ctx:enqueue_create_buffer("int", case.stamp:count())
ctx:enqueue_copy { src = case.picture, dst = picture }
ctx:enqueue_copy { src = case.stamp, dst = stamp }

ctx:enqueue_function(paste, out, picture, stamp,
                     size[2], size[1],
                     stamp_size[2], stamp_size[1],
                     case.left, case.top,
                     { global = { size[2], math.min(size[1], 64) } })

return { out = out:tensor(size) }
