-- expect: 6: chapter: must be a string, not the number 1
local puzzle = require "puzzle"
return puzzle.kernel {
  title = "T",
  concept = "C",
  chapter = 1,
}
