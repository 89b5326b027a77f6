-- expect: runtime-error foreign-data
-- why: The host pastes, in a loop; the kernel is never launched.
local case = ...

local size, stamp_size = case.picture:shape(), case.stamp:shape()
local out = {}
for row = 0, size[1] - 1 do
  for column = 0, size[2] - 1 do
    local x, y = column - case.left, row - case.top
    local covered = x >= 0 and x < stamp_size[2] and y >= 0 and y < stamp_size[1]
    out[#out + 1] = covered and case.stamp(y, x) or case.picture(row, column)
  end
end
return { out = out }
