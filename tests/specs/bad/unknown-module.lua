-- expect: 2: there is no module 'tensr'; did you mean 'tensor'?
local t = require "tensr"
