-- Swapped Arguments. out is case.picture,
-- with case.stamp pasted over it: its first
-- column in column case.left, its first row
-- in row case.top.
--
-- There is one mistake in this program.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local paste = ctx:compile_function("paste.cl", "paste")
local size = case.picture:shape()
local stamp_size = case.stamp:shape()
local n, stamp_n = case.picture:count(), case.stamp:count()

local out = ctx:enqueue_create_buffer("int", n)
local picture = ctx:enqueue_create_buffer("int", n)
local stamp = ctx:enqueue_create_buffer("int", stamp_n)
ctx:enqueue_copy { src = case.picture, dst = picture }
ctx:enqueue_copy { src = case.stamp, dst = stamp }

ctx:enqueue_function(paste, out, picture, stamp,
                     size[2], size[1],
                     stamp_size[1], stamp_size[2],
                     case.left, case.top,
                     { global = { size[2], size[1] } })

return { out = out:tensor(size) }

-- It must work for columns = 1 to 300,
-- height = 1 to 600, left = -300 to 600,
-- rows = 1 to 300, top = -300 to 600, width
-- = 1 to 600; picture: -100,000 to 100,000;
-- stamp: -100,000 to 100,000.
