local puzzle = require "puzzle"

-- The launch's sizes and groups in three dimensions, where the case may have fewer.
local function extents(sizes)
  return sizes[1], sizes[2] or 1, sizes[3] or 1
end

return puzzle.kernel {
  title = "Hello Work-items",
  concept = "A launch is a grid of groups of work-items; each knows where it is, and their order is nobody's.",
  chapter = "First steps",
  tags = { "work-group", "global-id", "local-id", "printf" },

  entry = "hello_work_items",
  printed = "any",
  params = {},

  cases = {
    { name = "2 groups of 2×2×1", global = { 4, 2, 1 }, ["local"] = { 2, 2, 1 } },
    { name = "2×2×1 groups of 4×4×2", global = { 8, 8, 2 }, ["local"] = { 4, 4, 2 } },
    { name = "3×1×4 groups of 1×5×2", global = { 3, 5, 8 }, ["local"] = { 1, 5, 2 }, visible = false },
    { name = "one dimension", global = { 120 }, ["local"] = { 8 }, visible = false },
    { name = "two dimensions", global = { 6, 15 }, ["local"] = { 3, 3 }, visible = false },
    { name = "one work-item", global = { 1, 1, 1 }, ["local"] = { 1, 1, 1 }, visible = false },
  },

  domain = {
    ["local"] = { { 1, 5 }, { 1, 4 }, { 1, 3 } },
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
    "A line has four triples. Two of them are ids that begin with 0 in each group or in the whole launch, one is a size, and one is a group's id.",
    "What a line shows, in this order: `get_global_id`, `get_global_size`, `get_local_id`, `get_group_id`, each for the dimensions 0, 1 and 2.",
    "One `printf` whose format is the line of the lesson, with `%d` for each of its twelve numbers and `\\n` at the end. After it come `x`, `y` and `z`, and nine more variables of type `int`, that you fill with `get_global_size`, `get_local_id` and `get_group_id` of dimensions 0, 1 and 2.",
  },
}
