-- Outputs whose types and shapes do not follow from those of the inputs, or only the other way round.
op.register("repeat", {
  inputs = { { name = "x", dtype = "int", shape = { "n" } } },
  outputs = { { name = "out", dtype = "int", shape = { "r", "n" } } },
  cpu = function(out, x)
    for row = 0, out:size(0) - 1 do
      for i, element in x:each() do out:set(row, i, element) end
    end
  end,
})

op.register("twice", {
  inputs = { { name = "x", dtype = "same as out", shape = "same as out" } },
  outputs = { { name = "out", dtype = { "int", "float" }, rank = 1 } },
  cpu = function(out, x)
    for i, element in x:each() do out:set(i, 2 * element) end
  end,
})
