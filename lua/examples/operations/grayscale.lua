-- The brightness of a pixel is 0.21 of its red, 0.71 of its green and 0.07 of its blue; written
-- twice.
local image = { name = "image", dtype = "float", shape = { "height", "width", 3 } }
local gray = { name = "gray", dtype = "float", shape = { "height", "width" } }

-- By a kernel of its own, for pixels whose channels are side by side.
op.register("grayscale", {
  summary = "a picture without its colours",
  outputs = { gray },
  inputs = { image },
  kernels = { { file = "grayscale.cl", name = "grayscale" } },
  gpu = function(ctx, out, pixels, call)
    local width, height = call.sizes.width, call.sizes.height
    if width * height == 0 then return end
    local grid = { (width + 7) // 8, (height + 7) // 8 }
    local sizes = { grid_dim = grid, block_dim = { 8, 8 } }
    ctx:enqueue_function(call:kernel(), out, pixels, width, height, sizes)
  end,
})

-- By an expression, for three planes.
op.register("grayscale_planes", {
  summary = "the same of a plane for each colour",
  outputs = { "gray" },
  inputs = { "red", "green", "blue" },
  foreach = "gray = 0.21 * red + 0.71 * green + 0.07 * blue",
})
