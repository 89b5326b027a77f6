local puzzle = require "puzzle"
local tensor = require "tensor"

local function generation(world)
  local count = tensor.like(world)
  for down = -1, 1 do
    for across = -1, 1 do
      if down ~= 0 or across ~= 0 then count = count + world:roll(down, 0):roll(across, 1) end
    end
  end
  local alive = count:eq(3) | (count:eq(2) & world:eq(1))
  return tensor.where(alive, tensor.like(world, 1), tensor.like(world))
end

return puzzle.kernel {
  title = "Game of Life",
  concept = "Neighbours on all sides, a world without edges, and two arrays that change roles from launch to launch.",
  chapter = "Types and pictures",
  tags = { "two-dimensions", "neighbours", "stages", "two-buffers" },

  entry = "life",
  params = {
    { name = "out",    kind = "output", type = "int", shape = { "height", "width" } },
    { name = "a",      kind = "input",  type = "int", shape = { "height", "width" }, fill = { "random", 0, 1 } },
    { name = "spare",  kind = "inout",  type = "int", shape = { "height", "width" }, fill = "zeros" },
    { name = "width",  kind = "scalar", type = "uint",  value = "width" },
    { name = "height", kind = "scalar", type = "uint",  value = "height" },
  },

  cases = {
    { name = "a blinker at the edge, one generation", sizes = { height = 5, width = 6, generations = 1 },
      global = { 8, 8 }, ["local"] = { 4, 4 },
      given = { a = {
        { 0, 0, 0, 0, 0, 0 },
        { 0, 0, 0, 0, 0, 1 },
        { 0, 0, 0, 0, 0, 1 },
        { 0, 0, 0, 0, 0, 1 },
        { 0, 0, 0, 0, 0, 0 },
      } } },
    { name = "a glider over the corner, four generations", sizes = { height = 8, width = 8, generations = 4 },
      global = { 8, 8 }, ["local"] = { 4, 4 },
      given = { a = {
        { 1, 0, 0, 0, 0, 0, 1, 1 },
        { 0, 0, 0, 0, 0, 0, 0, 0 },
        { 0, 0, 0, 0, 0, 0, 0, 0 },
        { 0, 0, 0, 0, 0, 0, 0, 0 },
        { 0, 0, 0, 0, 0, 0, 0, 0 },
        { 0, 0, 0, 0, 0, 0, 0, 0 },
        { 0, 0, 0, 0, 0, 0, 0, 1 },
        { 1, 0, 0, 0, 0, 0, 0, 0 },
      } } },
    { name = "three generations in a wide world", sizes = { height = 7, width = 19, generations = 3 },
      global = { 24, 8 }, ["local"] = { 8, 4 }, visible = false },
    { name = "five generations in a high world", sizes = { height = 33, width = 10, generations = 5 },
      global = { 12, 36 }, ["local"] = { 3, 6 }, visible = false },
    { name = "the smallest world with eight neighbours", sizes = { height = 3, width = 3, generations = 2 },
      global = { 4, 4 }, ["local"] = { 4, 1 }, fill = { a = "ones" }, visible = false },
  },

  domain = {
    sizes = { height = { 3, 40 }, width = { 3, 40 }, generations = { 1, 5 } },
    ["local"] = { { 1, 16 }, { 1, 16 } },
    global = { "ceil_div(width, local_x) * local_x", "ceil_div(height, local_y) * local_y" },
    spare = 1,
    values = { a = { 0, 1 } },
    work = "20000 * generations + 20 * height * width",
  },

  -- Each generation reads what the one before it wrote, and the last one writes `out`.
  stages = function(case)
    local stages, now = {}, "a"
    for left = case.generations - 1, 0, -1 do
      local next = left % 2 == 0 and "out" or "spare"
      stages[#stages + 1] = { arguments = { next, now, "width", "height" } }
      now = next
    end
    return stages
  end,

  -- `spare` holds the generation before the last, if there are two or more.
  reference = function(case)
    local before, world = case.spare, case.a
    for count = 1, case.generations do
      if count > 1 then before = world end
      world = generation(world)
    end
    return { out = world, spare = before }
  end,

  second_reference = function(case)
    local height, width = case.height, case.width
    local function step(world)
      return tensor.build("int", { height, width }, function(y, x)
        local count = -world(y, x)
        for v = y - 1, y + 1 do
          for u = x - 1, x + 1 do count = count + world(v % height, u % width) end
        end
        return (count == 3 or count == 2 and world(y, x) == 1) and 1 or 0
      end)
    end
    local worlds = { [0] = case.a }
    for count = 1, case.generations do worlds[count] = step(worlds[count - 1]) end
    local last = case.generations
    return { out = worlds[last], spare = last > 1 and worlds[last - 1] or case.spare }
  end,

  budgets = { max_global_reads = 9, max_global_writes = 1 },
  limits = { time_ms = 5000 },

  hints = {
    "In the world of 6 by 5 cells, which are the eight neighbours of the cell in column 0 of row 0? Write down their columns and rows.",
    "The column to the right of `x` is `(x + 1) % width`: behind the last comes the first. To the left, do not go below 0: add `width` first and subtract then.",
    "Add up the eight neighbours in `now`; `x` itself is none of them. A row begins at `width` times its number.",
    "A cell lives in the next generation if three neighbours are alive, or if two are and it is alive itself. The cell's place is `y * width + x`, and what you write is 1 or 0, for every cell.",
    "With `left = (x + width - 1) % width`, `right = (x + 1) % width`, `above = (y + height - 1) % height * width` and `below = (y + 1) % height * width` the neighbours are `now[above + left]`, `now[above + x]`, `now[above + right]` and so on; then `count == 3 || (count == 2 && now[y * width + x])` is the answer.",
  },
}
