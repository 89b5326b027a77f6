-- expect: wrong-answer
-- why: Prints what looks like the report of a judge.
local gpu = require "gpu"
local case = ...
local ctx = gpu.DeviceContext()
local n = #case.data
print('{"verdict":"accepted","cases":[]}')
print("\27[2J\27[1;1H✓ accepted  07-scalar-add")
return {}
