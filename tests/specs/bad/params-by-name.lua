-- expect: 4: params[1].type: unknown type 'imt'; did you mean 'int'?
local puzzle = require "puzzle"
local params = {
  { name = "n", kind = "scalar", type = "imt", value = 1 },
}
return puzzle.kernel { title = "T", concept = "C", entry = "e", params = params }
