-- expect: : returns nothing; it must end with: return puzzle.kernel
local puzzle = require "puzzle"
