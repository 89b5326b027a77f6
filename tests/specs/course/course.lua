local puzzle = require "puzzle"

return puzzle.course {
  format = 1,
  name = "specs",
  title = "A course without any fault",
  language = "en",
  license = "Apache-2.0",
  chapters = { "Basics" },
}
