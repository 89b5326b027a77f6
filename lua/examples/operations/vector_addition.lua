-- A function for each target. That of the CPU writes into the output tensor; that of the device
-- enqueues a kernel, and never waits.
local GROUP = 16

op.register("vector_addition", {
  summary = "the sum of two vectors",
  outputs = { { name = "out", dtype = "float", shape = { "n" } } },
  inputs = {
    { name = "a", dtype = "float", shape = { "n" } },
    { name = "b", dtype = "float", shape = { "n" } },
  },
  kernels = { { file = "vector_addition.cl", name = "vector_addition" } },
  cpu = function(out, a, b, call)
    for i = 0, call.sizes.n - 1 do out:set(i, a(i) + b(i)) end
  end,
  gpu = function(ctx, out, a, b, call)
    local groups = (call.sizes.n + GROUP - 1) // GROUP
    if groups == 0 then return end
    local sizes = { grid_dim = groups, block_dim = GROUP }
    ctx:enqueue_function(call:kernel(), out, a, b, call.sizes.n, sizes)
  end,
})
