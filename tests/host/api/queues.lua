-- Queues and contexts that the program needs no more make room for others, however many there
-- were; those that it holds are 64 at most.
local gpu = require "gpu"

for round = 1, 200 do
  local ctx = gpu.DeviceContext()
  local host = ctx:enqueue_create_host_buffer("int", 4)
  local dev = ctx:enqueue_create_buffer("int", 4)
  local back = ctx:enqueue_create_host_buffer("int", 4)
  for i = 0, 3 do host[i] = round end
  ctx:enqueue_copy { src = host, dst = dev }
  ctx:enqueue_copy { src = dev, dst = back }
  ctx:synchronize()
  assert(back[3] == round)
end

for round = 1, 200 do
  local ctx <close> = gpu.DeviceContext()
end

-- Queues of one context; each next one waits for the one before.
local ctx = gpu.DeviceContext()
local dev = ctx:enqueue_create_buffer("int", 4)
ctx:enqueue_memset(dev, 0)
local event = ctx:record_event()
for round = 1, 200 do
  local queue = ctx:create_queue()
  queue:enqueue_wait_for(event)
  queue:enqueue_memset(dev, round)
  event = queue:record_event()
  queue:synchronize()
end
dev:map_to_host(function(host) print(host[3]) end, { read_only = true }) -- prints: 200

-- A buffer keeps its context.
local function make()
  local own = gpu.DeviceContext()
  local buffer = own:enqueue_create_buffer("int", 4)
  own:enqueue_memset(buffer, 7)
  own:synchronize()
  return buffer
end
local kept = make()
for _ = 1, 100 do gpu.DeviceContext() end
kept:map_to_host(function(host) print(host[0]) end, { read_only = true }) -- prints: 7

local held = {}
local fine, why = pcall(function()
  for i = 1, 100 do held[i] = ctx:create_queue() end
end)
print(fine, #held < 64, why:match("64 queues at one time")) -- prints: false	true	64 queues at one time
