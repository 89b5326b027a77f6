-- expect: runtime-error use-after-release
-- why: Catches the error of a call that is wrong, as if it had not been made.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
local dev = ctx:enqueue_create_buffer("float", n)
dev:release()
pcall(ctx.enqueue_memset, ctx, dev, 0)
local host, new = ctx:enqueue_create_host_buffer("float", n), ctx:enqueue_create_buffer("float", n)
host:load(case.data)
ctx:enqueue_copy { src = host, dst = new }
ctx:enqueue_function("scalar_add.cl", "scalar_add", new, n, case.scalar, { grid_dim = (n + 15) // 16, block_dim = 16 })
ctx:enqueue_copy { src = new, dst = host }
ctx:synchronize()
return { data = host }
