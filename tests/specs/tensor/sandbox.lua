-- the sandbox has no way out, and one chunk cannot change another's libraries
for _, name in ipairs { "os", "io", "debug", "load", "loadstring", "loadfile", "dofile",
  "collectgarbage", "coroutine", "package", "module", "arg" } do
  assert(_G[name] == nil, name .. " is there")
end
assert(string.dump == nil and not pcall(math.random) and not pcall(math.randomseed, 1))
assert(("").dump == nil)
assert(getmetatable("") == false)
assert(not pcall(setmetatable, {}, { __gc = function() end }))
assert(not pcall(setmetatable, setmetatable({}, { __metatable = 1 }), {}))
assert(setmetatable({}, { __index = { x = 5 } }).x == 5)
assert(not pcall(require, "os"))
assert(not pcall(require, "../puzzles/07-test/puzzle"))
assert(not pcall(require, "/etc/passwd"))
local ok, message = pcall(require, "tenser")
assert(not ok and message:find("did you mean 'tensor'", 1, true), message)

-- a module gets libraries of its own, and its value is loaded once
string.upper = function() return "poisoned" end
require("tensor").sum = function() return "poisoned" end
local helper = require "helper"
assert(helper.shout("a") == "A")
assert(helper == require "helper")
assert(("a"):upper() == "A")
assert(require("tensor").ones("int", 3):sum() == 3)
assert(require("tensor").sum(require("tensor").ones("int", 3)) == 3)
assert(leaked == nil)
