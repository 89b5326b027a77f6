-- For devices alone.
op.register("conv1d", {
  summary = "one-dimensional convolution",
  inputs = { { name = "input", dtype = "float", shape = { "n" } }, { name = "taps", dtype = "float", shape = { "k" } } },
  outputs = { { name = "out", dtype = "float", shape = { "n" } } },
  parameters = { { name = "conv_size", default = 4 }, { name = "shift", example = 0 } },
  gpu = function(ctx, out, input, taps, call)
    ctx:enqueue_function(call:kernel(), out, input, taps, call.sizes.n, { global = call.sizes.n })
  end,
})
