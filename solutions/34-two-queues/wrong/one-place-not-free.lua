-- expect: runtime-error queue-race
-- why: All pieces go to the same place, and a copy does not wait for the launch that reads there.
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
local room = ctx:enqueue_create_buffer("int", size)
local fold = ctx:compile_function("fold.cl", "fold")

signal:load(case.signal)

computing:enqueue_memset(power, 0)
for k = 0, pieces - 1 do
  local count = math.min(size, n - k * size)
  local piece = signal:create_sub_buffer("int", k * size, count)
  local place = room:create_sub_buffer("int", 0, count)

  copying:enqueue_copy { src = piece, dst = place }
  computing:enqueue_wait_for(copying:record_event())
  computing:enqueue_function(fold, power, place, count, { global = count })
end
computing:enqueue_copy { src = power, dst = result }
ctx:synchronize()

return { power = result }
