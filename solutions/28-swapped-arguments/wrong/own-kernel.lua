-- expect: runtime-error foreign-data
-- why: A kernel of the program's own takes the arguments as they were. It only has the name of the one of `paste.cl`.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local paste = ctx:compile_function({ source = [[
  __kernel void paste(__global int *out, __global const int *picture, __global const int *stamp,
                      int width, int height, int stamp_height, int stamp_width, int left, int top) {
    int column = get_global_id(0), row = get_global_id(1);
    int x = column - left, y = row - top;
    bool covered = x >= 0 && x < stamp_width && y >= 0 && y < stamp_height;
    out[row * width + column] = covered ? stamp[y * stamp_width + x] : picture[row * width + column];
  }]] })
local size = case.picture:shape()
local stamp_size = case.stamp:shape()

local out = ctx:enqueue_create_buffer("int", case.picture:count())
local picture = ctx:enqueue_create_buffer("int", case.picture:count())
local stamp = ctx:enqueue_create_buffer("int", case.stamp:count())
ctx:enqueue_copy { src = case.picture, dst = picture }
ctx:enqueue_copy { src = case.stamp, dst = stamp }

ctx:enqueue_function(paste, out, picture, stamp,
                     size[2], size[1],
                     stamp_size[1], stamp_size[2],
                     case.left, case.top,
                     { global = { size[2], size[1] } })

return { out = out:tensor(size) }
