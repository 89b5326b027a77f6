-- expect: : uses more memory than a spec may
local s = ("x"):rep(1 << 30)
