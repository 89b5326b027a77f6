-- A coroutine leaves the mapping and never comes back.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("float", 8)
local writer = coroutine.wrap(function()
  dev:map_to_host(function(host) -- expect: mapped-access
    for i = 0, 7 do host[i] = i end
    coroutine.yield()
  end)
end)
writer()
