-- Work-items say who they are, in no particular order: it is the device's.
local gpu = require "gpu"

local ctx = gpu.DeviceContext()
local print_threads = ctx:compile_function({ source = [[
  __kernel void print_threads(void) {
    printf("group (%d,%d), work-item (%d,%d) of it\n", (int)get_group_id(0), (int)get_group_id(1),
           (int)get_local_id(0), (int)get_local_id(1));
  }
]] })

ctx:enqueue_function(print_threads, { grid_dim = { 2, 1 }, block_dim = { 2, 2 } })
ctx:synchronize() -- what kernels print comes out here
