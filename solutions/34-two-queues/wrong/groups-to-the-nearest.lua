-- expect: wrong-answer
-- why: How many groups of 64 there are is rounded to the nearest: a few samples more than whole groups get none.
local gpu = require "gpu"
local case = ...

local ctx = gpu.DeviceContext()
local copying = ctx:create_queue()
local computing = ctx:create_queue()

local n, size = #case.signal, case.size
local pieces = (n + size - 1) // size
local signal = ctx:enqueue_create_host_buffer("int", n)
local result = ctx:enqueue_create_host_buffer("int", size)
local power = ctx:enqueue_create_buffer("int", size)
local even = ctx:enqueue_create_buffer("int", size)
local odd = ctx:enqueue_create_buffer("int", size)
local fold = ctx:compile_function("fold.cl", "fold")

signal:load(case.signal)

local folded = {}
computing:enqueue_memset(power, 0)
for k = 0, pieces - 1 do
  local count = math.min(size, n - k * size)
  local piece = signal:create_sub_buffer("int", k * size, count)
  local room = k % 2 == 0 and even or odd
  local place = room:create_sub_buffer("int", 0, count)

  if k >= 2 then copying:enqueue_wait_for(folded[k - 2]) end
  copying:enqueue_copy { src = piece, dst = place }
  computing:enqueue_wait_for(copying:record_event())
  computing:enqueue_function(fold, power, place, count, { grid_dim = math.max(1, (count + 32) // 64), block_dim = 64 })
  folded[k] = computing:record_event()
end
computing:enqueue_copy { src = power, dst = result }
ctx:synchronize()

return { power = result }
