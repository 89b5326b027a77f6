-- Whatever the functions of the module are given, they work or raise an error with a text.
-- findings: any
local gpu, tensor = require "gpu", require "tensor"
local ctx = gpu.DeviceContext()
local source = "__kernel void f(__global float *a, int n, float4 v) { a[0] = n + v.x; }"
local kernel = ctx:compile_function { source = source }
local function values()
  return {
    "float", "float16", "struct", "read", "f", "", "\0", 0, 1, 3, -1, 2 ^ 53, math.maxinteger, math.mininteger, 0.5,
    0 / 0, 1 / 0, true, false, {}, { 1, 2, 3, 4 }, { size = 12 }, { format = "i4" }, { api = "emulator" },
    { read_only = true }, { grid_dim = 1, block_dim = 1 }, { grid_dim = { 2, 0 }, block_dim = 1 }, { source = source },
    { source = "x" }, { file = "none.cl" }, { src = 1, dst = 2 }, { defines = { N = 1 } }, { [1] = 1, x = 2 },
    print, coroutine.create(print), io.stdout, gpu, gpu.null, gpu.Local("int", 4),
    tensor.range("float", 4), tensor.zeros("char3", { 2, 2 }), kernel, ctx, ctx:create_queue(), ctx:create_event(),
    ctx:record_event(), ctx:enqueue_create_host_buffer("float", 4), ctx:enqueue_create_host_buffer("struct", 2, { size = 3 }),
    ctx:enqueue_create_buffer("float", 4), ctx:enqueue_create_buffer("int2", 0), setmetatable({}, { __index = ctx }),
  }
end
-- Not the names of files to write.
local methods = {
  "enqueue_copy", "enqueue_memset", "compile_function", "enqueue_function", "record_event", "enqueue_wait_for", "elapsed",
  "synchronize", "flush", "create_event", "create_queue", "enqueue_create_buffer", "enqueue_create_host_buffer", "release",
  "create_sub_buffer", "map_to_host", "unmap", "tensor", "load", "enqueue_copy_to", "enqueue_copy_from", "enqueue_fill",
  "set_argument", "name", "type", "bytes", "context", "is_done", "times", "none", "api", "id", "device",
}
local functions = { gpu.DeviceContext, gpu.Event, gpu.Local, gpu.devices, gpu.number_of_devices, gpu.load, gpu.has_accelerator }
local seed = tonumber(os.getenv "FUZZ_SEED") or 1
local function below(n)
  seed = (seed * 6364136223846793005 + 1442695040888963407) & math.maxinteger
  return (seed >> 33) % n + 1
end
local worked, failed, all = 0, 0, values()
local function try(f, ...)
  local ok, message = pcall(f, ...)
  if ok then
    worked = worked + 1
  else
    failed = failed + 1
    assert(type(message) == "string" and #message > 10, message)
  end
end
for i = 1, 4000 do
  if i % 500 == 0 then all = values() end -- those before are collected, whatever waits for them
  local n = below(4) - 1
  local given = {}
  for k = 1, n do given[k] = all[below(#all)] end
  local self = all[#all - below(14) + 1]
  local what = below(6)
  if what == 1 then
    try(functions[below(#functions)], table.unpack(given, 1, n))
  elseif what == 2 then
    try(function() return self[given[1]] end)
  elseif what == 3 then
    try(function() self[given[1]] = given[2] end)
  elseif what == 4 then
    try(function() return tostring(self), #self end)
  else
    try(function() return self[methods[below(#methods)]](self, table.unpack(given, 1, n)) end)
  end
end
assert(worked > 400 and failed > 1000, worked .. " worked, " .. failed .. " failed")
local ok, message = pcall(ctx.synchronize, ctx)
assert(ok or type(message) == "string")
os.exit(0)
