-- expect: runtime-error invalid-argument
-- why: The kernel writes to its first argument: out comes first, as in most kernels of this course.
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

ctx:enqueue_function(paste, picture, out, stamp,
                     size[2], size[1],
                     stamp_size[2], stamp_size[1],
                     case.left, case.top,
                     { global = { size[2], size[1] } })

return { out = out:tensor(size) }
