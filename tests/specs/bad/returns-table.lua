-- expect: : returns a table; it must return what puzzle.kernel or puzzle.host gives
return { title = "x" }
