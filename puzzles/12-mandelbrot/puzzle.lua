local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Mandelbrot",
  concept = "Each pixel loops until it is done: neighbours that need different numbers of turns wait for each other.",
  chapter = "Types and pictures",
  tags = { "divergence", "loop", "float", "two-dimensions" },

  entry = "mandelbrot",
  params = {
    { name = "turns",  kind = "output", type = "int",  shape = { "height", "width" } },
    { name = "left",   kind = "scalar", type = "int",  value = "left" },
    { name = "top",    kind = "scalar", type = "int",  value = "top" },
    { name = "zoom",   kind = "scalar", type = "int",  value = "zoom" },
    { name = "limit",  kind = "scalar", type = "int",  value = "limit" },
    { name = "width",  kind = "scalar", type = "uint", value = "width" },
    { name = "height", kind = "scalar", type = "uint", value = "height" },
  },

  -- The pictures are chosen so that no pixel depends on rounding: with every operation up to 6 units in the last place off,
  -- and what follows from that, |z|^2 stays on its side of 4 in each turn. (The pixel at -15/8 is chaotic, but real:
  -- it never leaves the interval from c to c^2 + c.) So a*b+c may be fused, and terms may be added in another order. New
  -- cases must be looked at in the same way.
  cases = {
    { name = "8 rows of 12, 10 turns", sizes = { width = 12, height = 8, left = -9, top = -4, zoom = 4, limit = 10 },
      global = { 12, 8 }, ["local"] = { 4, 4 } },
    { name = "16 rows of 24, 50 turns", sizes = { width = 24, height = 16, left = -17, top = -9, zoom = 8, limit = 50 },
      global = { 32, 20 }, ["local"] = { 8, 4 } },
    { name = "a part of the edge", sizes = { width = 33, height = 17, left = -20, top = 30, zoom = 32, limit = 40 },
      global = { 40, 18 }, ["local"] = { 8, 6 }, visible = false },
    { name = "tenths", sizes = { width = 19, height = 9, left = -13, top = -7, zoom = 10, limit = 25 },
      global = { 20, 10 }, ["local"] = { 5, 2 }, visible = false },
    { name = "never, in 300 turns", sizes = { width = 7, height = 5, left = -3, top = -3, zoom = 16, limit = 300 },
      global = { 8, 6 }, ["local"] = { 4, 3 }, visible = false },
    { name = "at once", sizes = { width = 5, height = 7, left = 20, top = 30, zoom = 1, limit = 50 },
      global = { 8, 8 }, ["local"] = { 2, 4 }, visible = false },
    { name = "one turn", sizes = { width = 6, height = 3, left = -9, top = -4, zoom = 4, limit = 1 },
      global = { 6, 4 }, ["local"] = { 3, 1 }, visible = false },
    { name = "one pixel", sizes = { width = 1, height = 1, left = 8, top = 0, zoom = 31, limit = 40 },
      global = { 3, 2 }, ["local"] = { 3, 2 }, visible = false },
  },

  domain = {
    sizes = { width = { 1, 33 }, height = { 1, 33 }, limit = { 1, 300 }, left = -9, top = -4, zoom = 4 },
    ["local"] = { { 1, 16 }, { 1, 16 } },
    global = { "ceil_div(width, local_x) * local_x", "ceil_div(height, local_y) * local_y" },
    spare = 1,
    holds = {
      { "max(left, 0 - left) <= 20", "left = -20 to 20" },
      { "max(top, 0 - top) <= 30", "top = -30 to 30" },
      { "(zoom - 1) * (32 - zoom) >= 0", "zoom = 1 to 32" },
    },
    work = "width * height * limit / 2",
  },

  reference = function(case)
    return { turns = tensor.build("int", { case.height, case.width }, function(row, column)
      local cx, cy = (case.left + column) / case.zoom, (case.top + row) / case.zoom
      local x, y, turn = 0.0, 0.0, 0
      while turn < case.limit and x * x + y * y <= 4 do
        x, y = x * x - y * y + cx, 2 * x * y + cy
        turn = turn + 1
      end
      return turn
    end) }
  end,

  -- In float, all pixels at a time, and with other formulas for the same.
  second_reference = function(case)
    local shape = { case.height, case.width }
    local cx = (tensor.range("float", { case.width }) + case.left) / case.zoom
    local cy = ((tensor.range("float", { case.height }) + case.top) / case.zoom):reshape { case.height, 1 }
    local x, y, turns = tensor.zeros("float", shape), tensor.zeros("float", shape), tensor.zeros("int", shape)
    local one, none = tensor.ones("int", shape), tensor.zeros("int", shape)
    for _ = 1, case.limit do
      local inside = (x * x + y * y):le(4)
      turns = turns + tensor.where(inside, one, none)
      local nx, ny = (x - y) * (x + y) + cx, (x + x) * y + cy
      x, y = tensor.where(inside, nx, x), tensor.where(inside, ny, y)
    end
    return { turns = turns }
  end,

  limits = { time_ms = 5000, steps = 100000 },

  hints = {
    "Do two turns by hand for the pixel with c = 1 + i: what are x and y after the first turn, and after the second? When does the loop end?",
    "First the pixel's own c, two floats. Its column counts from `left` on, its row from `top` on, and `zoom` pixels make a unit. Take care that the division is one of floats.",
    "The loop goes on as long as fewer than `limit` turns are done and `x * x + y * y` is at most 4. What is counted is how often its body ran.",
    "Both new parts come from the old ones. Put the new `x` into a variable of its own until `y` is computed.",
    "`cx` is `left` plus the column, both as `int`, divided by `zoom` as a `float`; `cy` likewise. Begin with `x`, `y` and `turn` at 0. A turn sets the next x to `x * x - y * y + cx` and y to `2.0f * x * y + cy`, and adds 1 to `turn`; at the end `turn` goes to `turns[row * width + column]`.",
  },
}
