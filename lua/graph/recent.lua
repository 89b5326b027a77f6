-- Values by keys, of which those are kept that were asked for lately: what is compiled for sizes takes memory of
-- its device, and there may be any number of sizes.
--
--   local models = recent.new()
--   models:get(key)              nil, if there is none, or none any more
--   models:put(key, value)
--
-- At least the last 32 keys that were put or got are there, and at most 64. They are in two halves: where the
-- young one is full, it takes the place of the old one, of which is gone what nobody asked for meanwhile.
local HALF = 32

local Recent = {}
Recent.__index = Recent

local recent = {}

function recent.new() return setmetatable({ young = {}, old = {}, count = 0 }, Recent) end

function Recent:put(key, value)
  if self.count == HALF then self.old, self.young, self.count = self.young, {}, 0 end
  if self.young[key] == nil then self.count = self.count + 1 end
  self.young[key] = value
end

function Recent:get(key)
  local value = self.young[key]
  if value ~= nil then return value end
  value = self.old[key]
  if value ~= nil then self:put(key, value) end
  return value
end

return recent
