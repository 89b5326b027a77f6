-- expect: : returns a table; it must return what puzzle.kernel gives
return { title = "x" }
