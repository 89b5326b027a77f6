local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Wrong Window",
  concept = "Right for the first case and wrong for the second: the trace shows which elements were read.",
  chapter = "Mending",
  aliases = { "mojo:9" },
  tags = { "debugging", "trace", "window" },

  entry = "window_sum",
  params = {
    { name = "out", kind = "output", type = "int",  shape = { "n" } },
    { name = "a",   kind = "input",  type = "int",  shape = { "n" }, fill = { "random", -90, 90 } },
    { name = "n",   kind = "scalar", type = "int", value = "n" },
    { name = "k",   kind = "scalar", type = "int", value = "k" },
  },

  cases = {
    { name = "7 elements, windows of 3", sizes = { n = 7, k = 3 }, global = { 8 }, ["local"] = { 4 },
      given = { a = { 3, 8, 2, 5, 7, 1, 4 } } },
    { name = "7 elements, windows of 4", sizes = { n = 7, k = 4 }, global = { 8 }, ["local"] = { 4 },
      given = { a = { 3, 8, 2, 5, 7, 1, 4 } } },
    -- One element that is not 0 shows the window's place, and nothing else.
    { name = "one element, zeros around it", sizes = { n = 17, k = 6 }, global = { 18 }, ["local"] = { 6 },
      given = { a = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 70, 0, 0, 0, 0, 0, 0, 0 } }, visible = false },
    { name = "a window longer than the array", sizes = { n = 5, k = 6 }, global = { 6 }, ["local"] = { 3 },
      visible = false },
    { name = "windows of 1", sizes = { n = 10, k = 1 }, global = { 15 }, ["local"] = { 5 }, visible = false },
    { name = "windows of 2, one element", sizes = { n = 1, k = 2 }, global = { 4 }, ["local"] = { 2 }, visible = false },
    { name = "many groups, windows of 11", sizes = { n = 490, k = 11 }, global = { 512 }, ["local"] = { 32 },
      visible = false },
  },

  domain = {
    sizes = { n = { 1, 70000 }, k = { 1, 64 } },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n, local_x) * local_x" },
    spare = 1,
    values = { a = { -1000000, 1000000 } },
    work = "n * (k + 2) / 2",
  },

  reference = function(case)
    local before = (case.k - 1) // 2
    local padded = case.a:pad(before, case.k - 1 - before)
    return { out = padded:conv1d(tensor.new("int", { case.k }, 1)):slice(0, case.n) }
  end,

  -- A window's sum is the difference of two running sums.
  second_reference = function(case)
    local before = (case.k - 1) // 2
    return {
      out = tensor.build("int", { case.n }, function(i)
        local sum = 0
        for at = math.max(0, i - before), math.min(case.n - 1, i - before + case.k - 1) do
          sum = sum + case.a(at)
        end
        return sum
      end),
    }
  end,

  limits = { time_ms = 5000 },

  hints = {
    "Run it as it is. Case 1 is accepted and case 2 is not. What do the two cases have different, and what is the same?",
    "Look at case 2 in the trace, and at the elements that work-item 3 reads. Compare them with the drawing in the lesson: is it the window's length that is wrong, or its place?",
    "The first element of the window is `first`. With `k` = 4, how many elements must lie before `i`, and how many does `k / 2` put there? And with `k` = 3?",
    "One element of the window is `i` itself, and the `k - 1` others are shared out to both sides. Half of `k - 1`, rounded down, lie before: mend how `first` is computed.",
  },
}
