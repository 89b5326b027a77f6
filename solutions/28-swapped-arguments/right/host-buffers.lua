-- With buffers of the host, filled in a loop, and one wait at the end.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local paste = ctx:compile_function("paste.cl", "paste")
local height, width = case.picture:size(0), case.picture:size(1)
local rows, columns = case.stamp:size(0), case.stamp:size(1)

local host = ctx:enqueue_create_host_buffer("int", width * height)
local host_stamp = ctx:enqueue_create_host_buffer("int", columns * rows)
local out = ctx:enqueue_create_buffer("int", width * height)
local picture = ctx:enqueue_create_buffer("int", width * height)
local stamp = ctx:enqueue_create_buffer("int", columns * rows)
for _, copied in ipairs { { case.picture, host, picture }, { case.stamp, host_stamp, stamp } } do
  local tensor, from, to = table.unpack(copied)
  from:load(tensor)
  ctx:enqueue_copy { src = from, dst = to }
end

ctx:enqueue_function(paste, out, picture, stamp, width, height, columns, rows,
                     case.left, case.top, { global = { width, height } })

ctx:enqueue_copy { src = out, dst = host }
ctx:synchronize()
return { out = host }
