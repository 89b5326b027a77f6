-- expect: 3: attempt to index a nil value (global 'io')
local x = 1
io.write("x")
