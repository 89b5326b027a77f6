local puzzle = require "puzzle"
local tensor = require "tensor"

-- How many elements a row has: every third row is empty, and one is long. Before the step about empty rows
-- none is. In cases of the domain, whose `count` says so, every second row is empty, and the others are long.
local function length(case, row)
  if case.count == (case.rows + 1) // 2 * case.longest then return row % 2 == 0 and case.longest or 0 end
  if case.name == "9 rows, none empty" then return 1 + row % case.longest end
  if row == 1 or case.rows == 1 then return case.longest end
  return row % 3 == 0 and 0 or row * 5 % case.longest
end

-- Where each row starts, and the columns of its elements, spread over the row and all different.
local function positions(case)
  local start, columns = { 0 }, {}
  for row = 0, case.rows - 1 do
    local count = length(case, row)
    for e = 0, count - 1 do columns[#columns + 1] = (e * case.columns // count + 5 * row) % case.columns end
    start[#start + 1] = #columns
  end
  return { start = start, column = columns }
end

return puzzle.kernel {
  title = "Sparse Matrix Vector",
  concept = "A matrix of zeros keeps only what is none; a group adds up a row, however long or empty.",
  chapter = "Capstones",
  tags = { "matrix", "sparse", "gather", "reduction", "local-memory" },

  entry = "multiply",
  params = {
    { name = "out",    kind = "output", type = "float", shape = { "rows" } },
    { name = "value",  kind = "input",  type = "float", shape = { "count" }, fill = { "random", -5, 5, 0.5 } },
    { name = "column", kind = "input",  type = "int",   shape = { "count" } },
    { name = "start",  kind = "input",  type = "int",   shape = { "rows + 1" } },
    { name = "x",      kind = "input",  type = "float", shape = { "columns" }, fill = { "random", -9, 9, 0.5 } },
    { name = "tile",   kind = "local",  type = "float", shape = { "local_x" } },
    { name = "rows",   kind = "scalar", type = "uint",  value = "rows" },
  },

  steps = { "One row", "A row for each group", "Empty rows", "Any size" },

  -- There are at least as many groups as rows.
  cases = {
    { name = "one row, one group", sizes = { rows = 1, columns = 7, count = 6, longest = 6 }, global = { 4 },
      ["local"] = { 4 }, step = 1,
      given = { value = { 2, 1, 3, 1, 4, 2 }, column = { 0, 1, 3, 4, 5, 6 }, start = { 0, 6 },
                x = { 1, 5, 9, 2, 3, 4, 6 } } },
    { name = "one longer row, one group", sizes = { rows = 1, columns = 41, count = 29, longest = 29 },
      global = { 16 }, ["local"] = { 16 }, step = 1, visible = false },
    { name = "3 rows", sizes = { rows = 3, columns = 6, count = 7, longest = 4 }, global = { 12 },
      ["local"] = { 4 }, step = 2,
      given = { value = { 3, 1, 2, 1, 5, 2, 4 }, column = { 1, 4, 0, 0, 2, 3, 5 }, start = { 0, 2, 3, 7 },
                x = { 2, 1, 4, 3, 6, 5 } } },
    { name = "9 rows, none empty", sizes = { rows = 9, columns = 20, count = 37, longest = 8 }, global = { 72 },
      ["local"] = { 8 }, step = 2, visible = false },
    { name = "4 rows, one empty", sizes = { rows = 4, columns = 5, count = 5, longest = 2 }, global = { 16 },
      ["local"] = { 4 }, step = 3,
      given = { value = { 5, 1, 2, 3, 4 }, column = { 0, 3, 1, 4, 0 }, start = { 0, 2, 2, 4, 5 },
                x = { 1, 2, 3, 4, 5 } } },
    { name = "16 rows, many of them empty", sizes = { rows = 16, columns = 30, count = 34, longest = 7 },
      global = { 128 }, ["local"] = { 8 }, step = 3, visible = false },
    { name = "6 rows, groups of 3", sizes = { rows = 6, columns = 10, count = 19, longest = 9 }, global = { 18 },
      ["local"] = { 3 }, step = 4, fill = { value = { "range", -4, 0.5 }, x = { "range", -1, 1 } } },
    -- A row of 300 elements, the first and the last row empty.
    { name = "a long row", sizes = { rows = 10, columns = 320, count = 430, longest = 300 }, global = { 96 },
      ["local"] = { 8 }, step = 4, visible = false },
    { name = "one row", sizes = { rows = 1, columns = 37, count = 37, longest = 37 }, global = { 33 },
      ["local"] = { 11 }, step = 4, visible = false },
    { name = "groups larger than a row", sizes = { rows = 40, columns = 50, count = 164, longest = 13 },
      global = { 42 * 32 }, ["local"] = { 32 }, step = 4, visible = false },
    { name = "groups of one", sizes = { rows = 23, columns = 70, count = 490, longest = 70 }, global = { 25 },
      ["local"] = { 1 }, step = 4, visible = false },
  },

  domain = {
    sizes = { rows = { 1, 300 }, longest = { 1, 70000 }, columns = "longest + 2", count = "(rows + 1) / 2 * longest" },
    ["local"] = { { 1, 256 } },
    global = { "rows * local_x" },
    spare = 2,
    -- A half does not hold all of `x`. Sums up to 32,768 are exact, larger ones within the tolerance.
    values = { value = { -5, 5, 0.5 }, x = { -9, 9, 1 / 256 } },
    holds = { { "count <= 70000", "at most 70,000 numbers in all" } },
    work = "3 * count + 2 * rows * local_x",
  },

  inputs = function(case)
    local written_out = { ["one row, one group"] = true, ["3 rows"] = true, ["4 rows, one empty"] = true }
    return written_out[case.name] and {} or positions(case)
  end,

  -- Of running sums, which are exact in a double: all numbers are 512ths.
  reference = function(case)
    local products = case.value:astype("double") * case.x:astype("double"):gather(case.column)
    local sums = products:cumsum(0):pad(1, 0)
    local ends = sums:gather(case.start)
    return { out = (ends:slice(1, case.rows + 1) - ends:slice(0, case.rows)):astype("float") }
  end,

  -- The same with the zeros written out.
  second_reference = function(case)
    local whole = tensor.zeros("float", { case.rows, case.columns })
    for row = 0, case.rows - 1 do
      for e = case.start(row), case.start(row + 1) - 1 do whole:set(row, case.column(e), case.value(e)) end
    end
    return { out = whole:matmul(case.x:reshape({ case.columns, 1 })):reshape({ case.rows }) }
  end,

  -- As many products and additions as the longest row has elements, each rounded to 24 bits.
  tolerance = { atol = 2e-7, rtol = 1e-6, scale_by = "longest" },
  budgets = { max_global_reads = "2 + 3 * ceil_div(longest, local_x)" },
  limits = { time_ms = 5000 },

  hints = {
    "Begin with the simplest kernel: let work-item 0 of each group go over the whole row. Which elements of `value` and `column` are the row's? That gives the right output and half of the score.",
    "The row's elements are those from `start[row]` to before `start[row + 1]`. A group has no row where `get_group_id(0)` is not below `rows`; it must not read `start` then.",
    "Share out the row: work-item `l` takes the elements `start[row] + l`, then `size` further on, and so on. Each has a sum of its own then, 0 where there was no element for it.",
    "Every work-item puts its sum into `tile[l]`, and the group adds these up as in Dot. The group's size need not be a power of two: with `width` places left, place `l` gets place `l + (width + 1) / 2` added, if that is below `width`.",
    "`for (int e = start[row] + l; e < start[row + 1]; e += size)` with both bounds read once; the product is `value[e] * x[column[e]]`. After the last barrier work-item 0 stores `tile[0]` in `out[row]`, also for an empty row, where it is 0.",
  },
}
