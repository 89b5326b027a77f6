-- expect: 9: params[1].kind: unknown kind 'output '
local puzzle = require "puzzle"
local params = {
  { name = "n", kind = "scalar", type = "int", value = 1 },
}
local function param(name, kind)
  return { name = name, kind = kind, type = "float", shape = { 4 } }
end
return puzzle.kernel { title = "T", concept = "C", entry = "e", params = { param("out", "output ") },
  cases = {} }
