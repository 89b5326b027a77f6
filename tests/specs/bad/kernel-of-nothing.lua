-- expect: 2: puzzle.kernel needs a table
return require("puzzle").kernel()
