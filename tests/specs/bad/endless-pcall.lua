-- expect: 2: is there an endless loop?
while true do pcall(function() while true do end end) end
