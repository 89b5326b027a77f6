-- expect: 2: is there an endless loop?
while true do end
