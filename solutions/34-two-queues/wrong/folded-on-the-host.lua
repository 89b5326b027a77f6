-- expect: runtime-error foreign-data
-- why: The program reads the signal and computes the sums itself; `fold` is never launched.
local case = ...

local power = {}
for i = 1, case.size do power[i] = 0 end
for i = 0, #case.signal - 1 do
  local place = i % case.size + 1
  power[place] = power[place] + case.signal(i) ^ 2 // 1 | 0
end
return { power = power }
