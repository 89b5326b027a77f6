-- What the course is called, and what it lets learners see (lua/puzzle.lua has every field).
local puzzle = require "puzzle"

return puzzle.course {
  format = 1,
  -- Never changed, and no other course's: learners' progress is kept under it.
  name = "@name@",
  title = "@title@",
  version = "1",
  language = "en",
  -- Each puzzle names one of these; the page of a chapter is puzzles/chapters/first-steps.md.
  chapters = { "First steps" },
}
