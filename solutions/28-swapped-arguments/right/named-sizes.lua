-- Sizes get names where they are taken out of the shape: rows are the height, columns the width.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local paste = ctx:compile_function("paste.cl", "paste")
local height, width = table.unpack(case.picture:shape())
local stamp_height, stamp_width = table.unpack(case.stamp:shape())

local out = ctx:enqueue_create_buffer("int", width * height)
local picture = ctx:enqueue_create_buffer("int", width * height)
local stamp = ctx:enqueue_create_buffer("int", stamp_width * stamp_height)
ctx:enqueue_copy { src = case.picture, dst = picture }
ctx:enqueue_copy { src = case.stamp, dst = stamp }

ctx:enqueue_function(paste, out, picture, stamp, width, height, stamp_width, stamp_height,
                     case.left, case.top, { global = { width, height } })

return { out = out:tensor { height, width } }
