-- A function of the program takes the arguments by name, and it alone knows the kernel's order.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local kernel = ctx:compile_function("paste.cl", "paste")

local function paste(p)
  ctx:enqueue_function(kernel, p.out, p.picture, p.stamp, p.width, p.height,
                       p.stamp_width, p.stamp_height, p.left, p.top,
                       { global = { p.width, p.height } })
end

local function on_device(tensor)
  local buffer = ctx:enqueue_create_buffer("int", tensor:count())
  ctx:enqueue_copy { src = tensor, dst = buffer }
  return buffer
end

local out = ctx:enqueue_create_buffer("int", case.picture:count())
paste {
  out = out, picture = on_device(case.picture), stamp = on_device(case.stamp),
  left = case.left, width = case.picture:size(1), stamp_width = case.stamp:size(1),
  top = case.top, height = case.picture:size(0), stamp_height = case.stamp:size(0),
}
return { out = out:tensor(case.picture:shape()) }
