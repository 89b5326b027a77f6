-- Two matrices of 3 rows and 5 columns in groups of 4 by 4; layout.h finds the element.
local gpu = require "gpu"

local HEIGHT, WIDTH, SIDE = 3, 5, 4
local ctx = gpu.DeviceContext()
local matrix_add = ctx:compile_function("matrix_add.cl", "matrix_add")

local function filled(f)
  local host = ctx:enqueue_create_host_buffer("float", HEIGHT * WIDTH)
  for y = 0, HEIGHT - 1 do
    for x = 0, WIDTH - 1 do host[y * WIDTH + x] = f(y, x) end
  end
  local dev = ctx:enqueue_create_buffer("float", HEIGHT * WIDTH)
  ctx:enqueue_copy { src = host, dst = dev }
  return dev
end

local a = filled(function(y, x) return 10 * y + x end)
local b = filled(function(y, x) return 100 end)
local out = ctx:enqueue_create_buffer("float", HEIGHT * WIDTH)

-- The first dimension of a grid is x: columns.
local grid = { (WIDTH + SIDE - 1) // SIDE, (HEIGHT + SIDE - 1) // SIDE }
ctx:enqueue_function(matrix_add, out, a, b, HEIGHT, WIDTH, { grid_dim = grid, block_dim = { SIDE, SIDE } })

out:map_to_host(function(host)
  for y = 0, HEIGHT - 1 do
    local row = {}
    for x = 0, WIDTH - 1 do row[#row + 1] = ("%g"):format(host[y * WIDTH + x]) end
    print(table.concat(row, " "))
  end
end, { read_only = true })
