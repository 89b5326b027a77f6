-- Functions that keep, change and give back what they are lent.
local puzzle = require "puzzle"

local kept = {}

return puzzle.kernel {
  title = "Lent",
  concept = "What a function does with a case's arrays is its own matter.",
  entry = "lent",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n" } },
    { name = "same", kind = "output", type = "float", shape = { "n" } },
    { name = "a", kind = "input", type = "float", shape = { "n" }, fill = { "range", 0, 1 } },
    { name = "b", kind = "input", type = "float", shape = { "n" }, fill = { "range", 100, 1 } },
  },
  cases = {
    { name = "first", sizes = { n = 8 }, global = { 8 }, ["local"] = { 8 } },
    { name = "second", sizes = { n = 8 }, global = { 8 }, ["local"] = { 8 } },
    { name = "third", sizes = { n = 8 }, global = { 8 }, ["local"] = { 8 } },
  },
  -- Each is made from the other as it was.
  inputs = function(case) return { a = case.b, b = case.a } end,
  reference = function(case)
    local a = case.a
    local before = a(0)
    a:set(0, 7)
    assert(a(0) == 7 and before == 100 and #a == 8)
    for i, old in ipairs(kept) do -- changed once when it was lent, once for each case since
      assert(old.a(0) == 7 and old.a(1) == 101 and old.b(0) == #kept - i and old.b(7) == 7)
      old.b:set(0, old.b(0) + 1)
    end
    kept[#kept + 1] = { a = a, b = case.b }
    return { out = a + case.b, same = case.b }
  end,
}
