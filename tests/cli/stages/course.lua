local puzzle = require "puzzle"

return puzzle.course { format = 1, name = "org.example.stages", title = "Stages" }
