local puzzle = require "puzzle"

return puzzle.course {
  format = 1,
  name = "gpu-puzzle-workbench",
  title = "GPU Puzzle Workbench",
  language = "en",
  license = "Apache-2.0",
  chapters = {
    "First steps", "Types and pictures", "Working together", "Many writers", "Matrices", "Mending", "Host programs",
    "From kernels to models", "Sub-groups", "Speed", "Capstones", "Operations and graphs",
  },
}
