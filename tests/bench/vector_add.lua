-- A vector add of 2^24 floats, four in each work-item, and a copy of as many in turn with it: what
-- else the machine does disturbs both.
--
--   workbench bench tests/bench/vector_add.lua --repeats 25 [-- N]
local gpu = require "gpu"

local N = tonumber(arg[1]) or 1 << 24
local ctx = gpu.DeviceContext()
local source = [[
  __kernel void add(__global float4 *out, __global const float4 *a, __global const float4 *b) {
    size_t i = get_global_id(0);
    out[i] = a[i] + b[i];
  }
  __kernel void copy(__global float4 *out, __global const float4 *a) {
    size_t i = get_global_id(0);
    out[i] = a[i];
  }
]]
local add = ctx:compile_function { source = source, name = "add" }
local copy = ctx:compile_function { source = source, name = "copy" }
local function buffer() return ctx:enqueue_create_buffer("float4", N // 4) end
local a, b, out, copied = buffer(), buffer(), buffer(), buffer()
local sizes = { global = N // 4, ["local"] = 64 }

-- Some elements at both ends and in the middle.
local function check(array, value)
  for _, first in ipairs { 0, N // 2, N - 64 } do
    for _, element in array:create_sub_buffer("float", first, 64):tensor():each() do
      assert(element == value, "an element is wrong")
    end
  end
end

return {
  setup = function(seed)
    ctx:enqueue_memset(a, seed)
    ctx:enqueue_memset(b, 2 * seed)
    for _, array in ipairs { out, copied } do ctx:enqueue_memset(array, -1) end
    return seed
  end,
  run = function()
    ctx:enqueue_function(add, out, a, b, sizes)
    ctx:enqueue_function(copy, copied, a, sizes)
  end,
  check = function(seed)
    check(out, 3 * seed)
    check(copied, seed)
  end,
  kernels = { add = { bytes = 3 * 4 * N, flops = N }, copy = { bytes = 2 * 4 * N } },
}
