-- Both targets, in place where it is wanted, and a gradient of its own.
op.register("scale", {
  inputs = { { name = "x", dtype = { "float", "double" }, rank = 1 } },
  outputs = { { name = "out", dtype = "same as x", shape = "same as x" } },
  parameters = { { name = "by", type = "float", default = 2 } },
  in_place = true,
  cpu = function(out, x, call)
    for i, element in x:each() do out:set(i, element * call.parameters.by) end
  end,
  gpu = function(ctx, out, x, call)
    if #x == 0 then return end
    ctx:enqueue_function(call:kernel(nil, nil, { T = call.dtypes.x }), out, x, { global = #x })
  end,
  gradient = function(call) return { call.gradients[1] * call.parameters.by } end,
})
