-- What is no tensor is never taken for one, whatever else C made it.
local gpu, tensor = require "gpu", require "tensor"
local ctx = gpu.DeviceContext()
local others = {
  io.stdout, gpu.null, ctx, ctx:create_queue(), ctx:create_event(), ctx:enqueue_create_buffer("float", 4),
  ctx:enqueue_create_host_buffer("float", 4), coroutine.create(print), print, "t", 1, true, {},
  setmetatable({ gpu.null }, { gpu.null, __index = tensor }),
}
for _, other in ipairs(others) do
  assert(not tensor.is(other))
  for _, name in ipairs { "at", "set", "sum", "copy", "reshape" } do
    local ok, message = pcall(tensor[name], other, 0)
    assert(not ok and message:find("(tensor expected, got ", 1, true), message)
  end
end
assert(tensor.is(tensor.zeros("float", 1)) and not tensor.is(nil))
