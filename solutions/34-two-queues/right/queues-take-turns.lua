-- Each piece is copied and folded in one queue, and the queues take turns: so the copies and the
-- places need no event. The launches do, since all of them add to power.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local first = ctx:create_queue()
local second = ctx:create_queue()

local n, size = #case.signal, case.size
local pieces = (n + size - 1) // size
local signal = ctx:enqueue_create_host_buffer("int", n)
local result = ctx:enqueue_create_host_buffer("int", size)
local power = ctx:enqueue_create_buffer("int", size)
local even = ctx:enqueue_create_buffer("int", size)
local odd = ctx:enqueue_create_buffer("int", size)
local fold = ctx:compile_function("fold.cl", "fold")

signal:load(case.signal)

second:enqueue_memset(power, 0)
local before = second:record_event()
for k = 0, pieces - 1 do
  local count = math.min(size, n - k * size)
  local piece = signal:create_sub_buffer("int", k * size, count)
  local room = k % 2 == 0 and even or odd
  local place = room:create_sub_buffer("int", 0, count)
  local queue = k % 2 == 0 and first or second

  queue:enqueue_copy { src = piece, dst = place }
  queue:enqueue_wait_for(before)
  queue:enqueue_function(fold, power, place, count, { global = count })
  before = queue:record_event()
end
first:enqueue_wait_for(before)
first:enqueue_copy { src = power, dst = result }
ctx:synchronize()

return { power = result }
