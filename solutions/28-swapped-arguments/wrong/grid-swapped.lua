-- expect: runtime-error short-launch
-- why: The launch has rows in dimension 0 and columns in dimension 1, and the kernel asks for it the other way round.
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
                     { global = { size[1], size[2] } })

return { out = out:tensor(size) }
