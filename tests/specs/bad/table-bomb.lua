-- expect: : uses more memory than a spec may
local t = {} for i = 1, math.huge do t[i] = ("x"):rep(100000) end
