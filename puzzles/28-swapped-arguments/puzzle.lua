local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.host {
  title = "Swapped Arguments",
  concept = "A launch gives arguments by their place alone: types that agree do not show that two are swapped.",
  chapter = "Mending",
  tags = { "debugging", "host", "arguments", "launch", "two-dimensions" },

  files = { "paste.cl" },
  launches = { "paste" },

  params = {
    { name = "out",     kind = "output", type = "int", shape = { "height", "width" }, from = "launches" },
    { name = "picture", kind = "input",  type = "int", shape = { "height", "width" }, fill = { "random", 0, 99 } },
    { name = "stamp",   kind = "input",  type = "int", shape = { "rows", "columns" }, fill = { "random", 100, 999 } },
    { name = "left",    kind = "scalar", type = "int", value = "left" },
    { name = "top",     kind = "scalar", type = "int", value = "top" },
  },

  cases = {
    { name = "a square stamp", sizes = { width = 5, height = 4, columns = 2, rows = 2, left = 2, top = 1 },
      fill = { picture = "zeros" }, given = { stamp = { { 1, 2 }, { 3, 4 } } } },
    { name = "a wide stamp", sizes = { width = 6, height = 4, columns = 3, rows = 2, left = 2, top = 1 },
      fill = { picture = "zeros" }, given = { stamp = { { 1, 2, 3 }, { 4, 5, 6 } } } },
    { name = "a high stamp in a wide picture",
      sizes = { width = 19, height = 7, columns = 2, rows = 5, left = 11, top = 0 }, visible = false },
    { name = "a stamp over the upper left corner",
      sizes = { width = 9, height = 14, columns = 5, rows = 4, left = -2, top = -1 }, visible = false },
    { name = "a stamp over the lower right corner",
      sizes = { width = 12, height = 5, columns = 6, rows = 4, left = 8, top = 3 }, visible = false },
    { name = "a stamp larger than the picture",
      sizes = { width = 3, height = 2, columns = 7, rows = 5, left = -3, top = -2 }, visible = false },
    { name = "one row", sizes = { width = 40, height = 1, columns = 9, rows = 1, left = 23, top = 0 }, visible = false },
    { name = "a large picture",
      sizes = { width = 51, height = 34, columns = 21, rows = 8, left = 13, top = 22 }, visible = false },
  },

  domain = {
    sizes = { width = { 1, 600 }, height = { 1, 600 }, columns = { 1, 300 }, rows = { 1, 300 },
              left = { -300, 600 }, top = { -300, 600 } },
    values = { picture = { -100000, 100000 }, stamp = { -100000, 100000 } },
  },

  -- What is left, right, above and below of the part of the stamp that fits.
  reference = function(case)
    local picture = case.picture
    local left, right = math.max(case.left, 0), math.min(case.left + case.columns, case.width)
    local top, bottom = math.max(case.top, 0), math.min(case.top + case.rows, case.height)
    if left >= right or top >= bottom then return { out = picture } end
    local lines = picture:slice(top, bottom, 0)
    local part = case.stamp:slice(top - case.top, bottom - case.top, 0):slice(left - case.left, right - case.left, 1)
    local middle = tensor.concat({ lines:slice(0, left, 1), part, lines:slice(right, case.width, 1) }, 1)
    return { out = tensor.concat({ picture:slice(0, top, 0), middle, picture:slice(bottom, case.height, 0) }, 0) }
  end,

  -- Goes through the stamp, not the picture.
  second_reference = function(case)
    local out = {}
    for row = 0, case.height - 1 do
      out[row + 1] = {}
      for column = 0, case.width - 1 do out[row + 1][column + 1] = case.picture(row, column) end
    end
    for y = 0, case.rows - 1 do
      for x = 0, case.columns - 1 do
        local line, column = out[case.top + y + 1], case.left + x + 1
        if line and line[column] then line[column] = case.stamp(y, x) end
      end
    end
    return { out = out }
  end,

  -- Picture and stamp go to the device once, and one picture comes back.
  budgets = {
    launches = 1,
    bytes_to_device = "4 * (width * height + columns * rows)",
    bytes_to_host = "4 * width * height",
  },
  limits = { time_ms = 5000 },

  hints = {
    "Run it as it is. Case 1 is accepted and case 2 is not. What is different about the two stamps?",
    "In case 2 the numbers 1 to 6 are all there, in a shape of their own: how many are in a row, and how many rows are there? Which two parameters of the kernel say that?",
    "Write the kernel's nine parameters into a column, and what the launch passes beside them. `shape()` gives a matrix's rows first and then its columns; Lua counts its lists from 1.",
    "`width, height` get `size[2], size[1]`: columns first. What do `stamp_width, stamp_height` get? Mend these two in the launch, and nothing else.",
  },
}
