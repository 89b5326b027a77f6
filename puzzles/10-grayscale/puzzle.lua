local puzzle = require "puzzle"
local tensor = require "tensor"

-- Twice the red, five times the green and once the blue, plus eight times the light: eight times the grey
-- value, in whole numbers.
local function eightfold(case, row, column)
  return 2 * case.rgb(row, column, 0) + 5 * case.rgb(row, column, 1) + case.rgb(row, column, 2) + 8 * case.light
end

return puzzle.kernel {
  title = "Grayscale",
  concept = "Small whole numbers: compute in a wider type, round once, saturate at the end.",
  chapter = "Types and pictures",
  tags = { "types", "conversion", "saturation", "two-dimensions" },

  entry = "grayscale",
  params = {
    { name = "gray",   kind = "output", type = "uchar", shape = { "height", "width" } },
    { name = "rgb",    kind = "input",  type = "uchar", shape = { "height", "width", 3 }, fill = { "random", 0, 255 } },
    { name = "light",  kind = "scalar", type = "int",   value = "light" },
    { name = "width",  kind = "scalar", type = "uint",  value = "width" },
    { name = "height", kind = "scalar", type = "uint",  value = "height" },
  },

  cases = {
    { name = "2 rows of 3, as it is", sizes = { height = 2, width = 3, light = 0 },
      global = { 4, 2 }, ["local"] = { 4, 2 },
      given = { rgb = { { { 200, 100, 52 }, { 0, 255, 80 }, { 255, 255, 255 } },
                        { { 1, 2, 4 }, { 2, 0, 0 }, { 6, 0, 0 } } } } },
    { name = "5 rows of 10, lighter", sizes = { height = 5, width = 10, light = 101 },
      global = { 12, 8 }, ["local"] = { 4, 4 } },
    { name = "darker", sizes = { height = 9, width = 14, light = -77 },
      global = { 16, 12 }, ["local"] = { 8, 3 }, visible = false },
    { name = "white, a little lighter", sizes = { height = 3, width = 5, light = 1 },
      global = { 8, 4 }, ["local"] = { 4, 2 }, fill = { rgb = { "constant", 255 } }, visible = false },
    { name = "black, a little darker", sizes = { height = 4, width = 2, light = -1 },
      global = { 4, 4 }, ["local"] = { 2, 4 }, fill = { rgb = "zeros" }, visible = false },
    -- 0, 0.5, 1, 1.5 and so on: every other one is a half, with an even and an odd neighbour in turn.
    { name = "halves", sizes = { height = 3, width = 170, light = 0 },
      global = { 192, 4 }, ["local"] = { 64, 1 }, visible = false },
    { name = "far too light", sizes = { height = 2, width = 6, light = 1000 },
      global = { 8, 2 }, ["local"] = { 8, 1 }, visible = false },
    { name = "far too dark", sizes = { height = 6, width = 2, light = -1000 },
      global = { 2, 8 }, ["local"] = { 1, 8 }, visible = false },
    { name = "one pixel", sizes = { height = 1, width = 1, light = 3 },
      global = { 3, 5 }, ["local"] = { 3, 5 }, visible = false },
  },

  domain = {
    sizes = { height = { 1, 70000 }, width = { 1, 70000 }, light = { -1000, 1000 } },
    ["local"] = { { 1, 64 }, { 1, 16 } },
    global = { "ceil_div(width, local_x) * local_x", "ceil_div(height, local_y) * local_y" },
    spare = 1,
    values = { rgb = "any" },
    holds = { { "height * width <= 70000", "at most 70,000 pixels" } },
    work = "2 * height * width",
  },

  inputs = function(case)
    if case.name ~= "halves" then return {} end
    return { rgb = tensor.build("uchar", { case.height, case.width, 3 }, function(row, column, channel)
      return channel == 0 and (2 * (row * case.width + column)) % 256 or 0
    end) }
  end,

  reference = function(case)
    local pixels = case.rgb:astype("int"):reshape({ case.height * case.width, 3 })
    local sums = pixels:matmul(tensor.from("int", { { 2 }, { 5 }, { 1 } })) + 8 * case.light
    return { gray = (sums:astype("float") / 8):rint():astype("uchar", "sat"):reshape({ case.height, case.width }) }
  end,

  second_reference = function(case)
    return { gray = tensor.build("uchar", { case.height, case.width }, function(row, column)
      local sum = eightfold(case, row, column)
      local below, rest = sum // 8, sum % 8
      if rest > 4 or (rest == 4 and below % 2 == 1) then below = below + 1 end
      return math.max(0, math.min(255, below))
    end) }
  end,

  budgets = { max_global_reads = 3 },
  limits = { time_ms = 5000 },

  hints = {
    "At which byte would pixel 2 of the drawing begin? And at which does the pixel in `row` and `column` begin?",
    "Two colours of 200 and 255 have a sum that no byte can hold. Which type do the weights make of the sum?",
    "Compute `0.25f`, `0.625f` and `0.125f` times the three channels and add `light`, all in one float. That number is exact; it is only too precise, and perhaps too large or too small.",
    "OpenCL has a conversion for each type, with two endings: `_sat` and `_rte`. Both are wanted.",
    "With `size_t i = row * width + column` the red is `rgb[3 * i]`, the green one and the blue two bytes on. What goes to `gray[i]` is `convert_uchar_sat_rte` of `0.25f`, `0.625f` and `0.125f` times these, plus `light`.",
  },
}
