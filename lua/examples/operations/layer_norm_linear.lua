-- Rows are brought to mean 0 and variance 1, scaled and shifted, and multiplied by a matrix: one
-- kernel in place of several. The compiler knows nothing of what it does inside, so that its
-- gradient is written here: what needs rows is a kernel, too, and what is left are operations of
-- graphs.
local ops = require "ops"

local GROUP = 16

local function argument(name, ...) return { name = name, dtype = "float", shape = { ... } } end
local function launch(ctx, call, ...)
  local sizes, arguments = call.sizes, { ... }
  if sizes.rows == 0 then return end
  arguments[#arguments + 1] = sizes.width
  arguments[#arguments + 1] = sizes.outputs
  arguments[#arguments + 1] = { grid_dim = sizes.rows, block_dim = GROUP }
  ctx:enqueue_function(call:kernel(), table.unpack(arguments))
end

op.register("layer_norm_linear", {
  summary = "linear(layer_norm(x)), and what its gradient needs of it",
  outputs = {
    argument("out", "rows", "outputs"), argument("normal", "rows", "width"),
    argument("scale", "rows"),
  },
  inputs = {
    argument("x", "rows", "width"), argument("gamma", "width"), argument("beta", "width"),
    argument("weight", "outputs", "width"), argument("bias", "outputs"),
  },
  kernels = { { file = "layer_norm_linear.cl", name = "layer_norm_linear" } },
  gpu = function(ctx, out, normal, scale, x, gamma, beta, weight, bias, call)
    launch(ctx, call, out, normal, scale, x, gamma, beta, weight, bias)
  end,
  gradient = function(call)
    local x, gamma, beta, weight = table.unpack(call.inputs)
    local normal, scale = call.outputs[2], call.outputs[3]
    local d_out = call.gradients[1]
    local d_x, d_affine = table.unpack(ops.custom {
      name = "layer_norm_linear_backward", values = { d_out, normal, scale, gamma, weight },
      out_types = { x.type, x.type },
    })
    local affine = normal * gamma + beta
    return { d_x, ops.sum(d_affine * normal, 0), ops.sum(d_affine, 0),
             ops.matmul(d_out:transpose(), affine), ops.sum(d_out, 0) }
  end,
})

op.register("layer_norm_linear_backward", {
  summary = "the gradients of x, and of what the matrix was multiplied with",
  outputs = { argument("d_x", "rows", "width"), argument("d_affine", "rows", "width") },
  inputs = {
    argument("d_out", "rows", "outputs"), argument("normal", "rows", "width"),
    argument("scale", "rows"), argument("gamma", "width"), argument("weight", "outputs", "width"),
  },
  kernels = { { file = "layer_norm_linear.cl", name = "layer_norm_linear_backward" } },
  gpu = function(ctx, d_x, d_affine, d_out, normal, scale, gamma, weight, call)
    launch(ctx, call, d_x, d_affine, d_out, normal, scale, gamma, weight)
  end,
})
