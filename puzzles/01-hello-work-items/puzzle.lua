local puzzle = require "puzzle"

-- The launch's sizes and groups in three dimensions, where the case may have fewer.
local function extents(sizes)
  return sizes[1], sizes[2] or 1, sizes[3] or 1
end

return puzzle.kernel {
  title = "Hello Work-items",
  concept = "A launch is a grid of groups of work-items; each knows where it is, and nothing fixes their order.",
  chapter = "First steps",
  tags = { "work-group", "global-id", "local-id", "printf" },

  entry = "hello_work_items",
  printed = "any",
  params = {},

  cases = {
    { name = "2 groups of 2×2×1", global = { 4, 2, 1 }, ["local"] = { 2, 2, 1 } },
    { name = "2×2×1 groups of 4×4×2", global = { 8, 8, 2 }, ["local"] = { 4, 4, 2 } },
    { name = "3×2×4 groups of 1×5×2", global = { 3, 10, 8 }, ["local"] = { 1, 5, 2 }, visible = false },
    { name = "one dimension", global = { 20 }, ["local"] = { 5 }, visible = false },
    { name = "two dimensions", global = { 6, 12 }, ["local"] = { 3, 3 }, visible = false },
    { name = "one work-item", global = { 1, 1, 1 }, ["local"] = { 1, 1, 1 }, visible = false },
  },

  domain = {
    ["local"] = { { 1, 5 }, { 1, 5 }, { 1, 3 } },
    global = { "local_x", "local_y", "local_z" },
    spare = 3,
  },

  reference = function(case)
    local width, height, depth = extents(case.global)
    local across, down, deep = extents(case["local"])
    local lines = {}
    for z = 0, depth - 1 do
      for y = 0, height - 1 do
        for x = 0, width - 1 do
          lines[#lines + 1] = ("work-item (%d,%d,%d) of (%d,%d,%d) is (%d,%d,%d) in group (%d,%d,%d)"):format(
            x, y, z, width, height, depth, x % across, y % down, z % deep, x // across, y // down, z // deep)
        end
      end
    end
    return { printed = lines }
  end,

  limits = { time_ms = 5000 },

  hints = {
    "Each work-item prints one line, and all run the same code. So the numbers in the line are what must differ.",
    "The last triple is made as the others are: three variables of type `int`, three `%d` in the format, and three more arguments.",
    "`get_group_id(0)`, `get_group_id(1)` and `get_group_id(2)` are the numbers of the work-item's group. The format goes on with ` in group (%d,%d,%d)` before its `\\n`.",
    "Add `int g = get_group_id(0);` and two such lines for the dimensions 1 and 2, as `h` and `k`. End the format with `is (%d,%d,%d) in group (%d,%d,%d)\\n`, and the arguments with `l, m, n, g, h, k`.",
  },
}
