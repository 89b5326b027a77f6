-- Sizes as parameters: kernels have them as macros, so that loops have ends that are known and
-- local arrays have a size. There is no function for the CPU; asked for one, the operation says so.
local GROUP = 8

op.register("conv1d", {
  summary = "each output is the sum of the next conv_size inputs, weighted; beyond the end is 0",
  outputs = { { name = "out", dtype = "float", shape = { "input_size" } } },
  inputs = {
    { name = "input", dtype = "float", shape = { "input_size" } },
    { name = "weights", dtype = "float", shape = { "conv_size" } },
  },
  parameters = { { name = "input_size", example = 15 }, { name = "conv_size", default = 4 } },
  kernels = { { file = "conv1d.cl", name = "conv1d" } },
  gpu = function(ctx, out, input, weights, call)
    local groups = (call.parameters.input_size + GROUP - 1) // GROUP
    local kernel = call:kernel("conv1d.cl", "conv1d", { GROUP = GROUP })
    if groups == 0 then return end
    ctx:enqueue_function(kernel, out, input, weights, { grid_dim = groups, block_dim = GROUP })
  end,
})
