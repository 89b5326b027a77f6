-- The most that a device reaches, for `workbench bench`: several copy kernels, in several sizes of
-- groups, and several that multiply and add. The best of each counts.
--
--   peaks.lua BYTES [ROW]…
--
-- BYTES is what one buffer has at most: more than the caches hold, so that memory is what is
-- measured. With ROWs, as the table calls them ("copy_float4, global 1048576, local 64"), only those
-- are measured.
local gpu = require "gpu"

local LEAST_MS, MOST_TIMES, CHAINS = 4, 1 << 20, 8
local LANES = { float = 1, float4 = 4, float8 = 8, float16 = 16 }
local ctx = gpu.DeviceContext()
local device = ctx:device()

-- A power of two that the device has room for. A GPU's caches are smaller than this, too.
local most = device.gpu and 1 << 28 or tonumber(arg[1])
local bytes = 1 << 20
while bytes * 2 <= most and bytes * 2 <= device.global_memory // 8 do bytes = bytes * 2 end

local from = ctx:enqueue_create_buffer("float", bytes // 4)
local to = ctx:enqueue_create_buffer("float", bytes // 4)

local function is_wanted(row)
  for i = 2, #arg do
    if arg[i] == row then return true end
  end
  return #arg < 2
end

-- The kernel of a row; nil where nobody wants it.
local function kernel_of(kind, name, type, global, group)
  if group > device.max_group_size then return nil end
  if not is_wanted(("%s, global %d, local %d"):format(name, global, group)) then return nil end
  return ctx:compile_function { file = "peaks.cl", name = name, defines = { [kind] = true, NAME = name, T = type } }
end

-- Every launch of a run, and what each of them does.
local launches, works = {}, {}
local copies, outs = 0, {}

local function add_copy(kind, name, type, global, group, more)
  local kernel = kernel_of(kind, name, type, global, group)
  if not kernel then return end
  local n = bytes // (4 * LANES[type])
  local a, b = to:create_sub_buffer(type, 0, n), from:create_sub_buffer(type, 0, n)
  local sizes = { global = global, ["local"] = group }
  copies = copies + 1
  works[name] = { bytes = 2 * bytes }
  launches[#launches + 1] = function()
    if more then
      ctx:enqueue_function(kernel, a, b, more, sizes)
    else
      ctx:enqueue_function(kernel, a, b, sizes)
    end
  end
end

for _, way in ipairs { { "float", 256 }, { "float4", 256 }, { "float16", 256 } } do
  local type, group = way[1], way[2]
  add_copy("COPY", "copy_" .. type, type, bytes // (4 * LANES[type]), group)
end
add_copy("STRIDED", "copy_strided", "float4", bytes // 16 // 16, 256, bytes // 16)
add_copy("BLOCKS", "copy_blocks", "float16", bytes // 64 // 256, 16, 256)

-- As many multiplications and additions as take some milliseconds: what a launch costs beside them
-- is little then.
local ITEMS, GROUP = device.gpu and 1 << 19 or 1 << 13, 64
for _, type in ipairs { "float", "float4", "float8", "float16" } do
  local name = "fma_" .. type
  local kernel = kernel_of("MULTIPLY_ADD", name, type, ITEMS, GROUP)
  if kernel then
    local out = ctx:enqueue_create_buffer(type, ITEMS)
    local times, ms = 256, nil
    local function go() ctx:enqueue_function(kernel, out, 0.9, 0.1, times, { global = ITEMS, ["local"] = GROUP }) end
    repeat
      local first = ctx:record_event()
      go()
      local last = ctx:record_event()
      ctx:synchronize()
      ms = ctx:elapsed(first, last)
      if ms < LEAST_MS then times = times * 2 end
    until ms >= LEAST_MS or times >= MOST_TIMES
    launches[#launches + 1] = go
    outs[#outs + 1] = out
    works[name] = { flops = 2 * CHAINS * LANES[type] * ITEMS * times }
  end
end

return {
  kernels = works,
  setup = function(seed)
    ctx:enqueue_memset(from, seed % 1000)
    ctx:enqueue_memset(to, -1)
    return seed % 1000
  end,
  run = function()
    for _, launch in ipairs(launches) do launch() end
  end,
  -- All copies write the same; that the last one did shows that work was done at all.
  check = function(value)
    local last = to:create_sub_buffer("float", bytes // 4 - 1024, 1024):tensor()
    for _, element in last:each() do assert(copies == 0 or element == value, "a copy is not what was copied") end
    for _, out in ipairs(outs) do
      local sums = out:create_sub_buffer("float", 0, 64):tensor()
      for _, sum in sums:each() do assert(math.abs(sum - CHAINS) < 0.01, "a sum of products is wrong") end
    end
  end,
}
