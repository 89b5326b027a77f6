-- All pieces at once, in one copy: one event is enough. Only power is cleared in the meantime, so
-- that on a GPU the first launch waits for the whole signal.
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
local all = ctx:enqueue_create_buffer("int", n)
local fold = ctx:compile_function("fold.cl", "fold")

signal:load(case.signal)

copying:enqueue_copy { src = signal, dst = all }
local copied = copying:record_event()
computing:enqueue_memset(power, 0)
computing:enqueue_wait_for(copied)
for k = 0, pieces - 1 do
  local count = math.min(size, n - k * size)
  local place = all:create_sub_buffer("int", k * size, count)

  computing:enqueue_function(fold, power, place, count, { global = count })
end
computing:enqueue_copy { src = power, dst = result }
ctx:synchronize()

return { power = result }
