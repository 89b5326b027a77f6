local sizes = require "_sizes"

op.register("conv1d", {
  summary = "one-dimensional convolution",
  outputs = { { name = "out", dtype = "same as input", shape = { "n" } } },
  inputs = {
    { name = "input", dtype = { "float", "double", "int" }, shape = { "n" } },
    { name = "kernel", dtype = "same as input", shape = { "k" } },
  },
  parameters = { { name = "input_size", example = 15 }, { name = "conv_size", default = 4 } },
  kernels = { { file = "conv1d.cl", name = "conv1d", types = { T = "input" } } },
  gpu = function(ctx, out, input, kernel, call)
    local global = sizes.round_up(call.sizes.n, 16)
    ctx:enqueue_function(call:kernel("conv1d.cl", "conv1d"), out, input, kernel,
      { global = global, ["local"] = 16 })
  end,
})
