-- What kernels print comes when it is waited for.
local gpu = require "gpu"
local ctx = gpu.DeviceContext()
local text = [[__kernel void hello(int n) { printf("item %d of %d\n", (int)get_global_id(0), n); }]]
ctx:enqueue_function({ source = text, name = "hello" }, 2, { global = 2, ["local"] = 1 })
print "before" -- prints: before
ctx:synchronize() -- prints: item 0 of 2
-- prints: item 1 of 2
print "after" -- prints: after
