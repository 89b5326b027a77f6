-- A picture in, a picture out: PGM, the simplest of formats, has a header in words and then a byte
-- a pixel. The kernel blurs: each pixel becomes the mean of the 3 by 3 around it.
--
--   workbench lua image.lua [IN.pgm OUT.pgm]
local gpu = require "gpu"

local function read_pgm(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("a")
  file:close()
  local width, height, start = text:match("^P5%s+(%d+)%s+(%d+)%s+255%s()")
  assert(start, path .. ": no binary PGM with 255 levels")
  return tonumber(width), tonumber(height), text:sub(start)
end

-- A white square on black, where there is no picture.
local function made_picture()
  local width, height, rows = 16, 12, {}
  for y = 0, height - 1 do
    for x = 0, width - 1 do
      rows[#rows + 1] = (x >= 5 and x < 11 and y >= 3 and y < 9) and "\255" or "\0"
    end
  end
  return width, height, table.concat(rows)
end

local ctx = gpu.DeviceContext()
local blur = ctx:compile_function("blur.cl", "blur")
local width, height, pixels
if arg[1] then
  width, height, pixels = read_pgm(arg[1])
else
  width, height, pixels = made_picture()
end

local host = ctx:enqueue_create_host_buffer("uchar", width * height)
for i = 0, #host - 1 do host[i] = pixels:byte(i + 1) end
local before, after = ctx:enqueue_create_buffer("uchar", #host), ctx:enqueue_create_buffer("uchar", #host)
ctx:enqueue_copy { src = host, dst = before }
ctx:enqueue_function(blur, after, before, width, height,
                     { grid_dim = { (width + 7) // 8, (height + 7) // 8 }, block_dim = { 8, 8 } })
ctx:enqueue_copy { src = after, dst = host }
ctx:synchronize()

if arg[2] then
  local bytes = {}
  for i = 0, #host - 1 do bytes[i + 1] = string.char(host[i]) end
  local file = assert(io.open(arg[2], "wb"))
  file:write(("P5\n%d %d\n255\n"):format(width, height), table.concat(bytes))
  file:close()
else
  local shades = " .:-=+*#%@"
  for y = 0, height - 1 do
    local row = {}
    for x = 0, width - 1 do
      local level = host[y * width + x] * 10 // 256 + 1
      row[#row + 1] = shades:sub(level, level)
    end
    print((table.concat(row):gsub(" +$", "")))
  end
end
