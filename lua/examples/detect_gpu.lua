-- Which devices there are, and whether one of them is a GPU.
local gpu = require "gpu"

if gpu.has_accelerator() then
  print "GPU detected"
else
  print "No GPU detected"
end

for _, device in ipairs(gpu.devices()) do
  print(("%s %d: %s, groups of at most %d"):format(device.api, device.id, device.name, device.max_group_size))
end
