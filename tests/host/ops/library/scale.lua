-- Both targets; an output may be the input.
op.register("scale", {
  outputs = { { name = "out", dtype = "same as x", shape = "same as x" } },
  inputs = { { name = "x", dtype = { "float", "int" } } },
  parameters = { { name = "by", type = "float", default = 2 } },
  in_place = true,
  cpu = function(out, x, call)
    out:assign(x * call.parameters.by)
  end,
  gpu = function(ctx, out, x, call)
    local scale = call:kernel(nil, nil, { T = call.dtypes.x })
    ctx:enqueue_function(scale, out, x, { global = #x })
  end,
})
