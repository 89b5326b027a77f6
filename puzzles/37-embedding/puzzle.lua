local puzzle = require "puzzle"
local tensor = require "tensor"

return puzzle.kernel {
  title = "Embedding",
  concept = "The element of the output runs fastest, so that neighbours fetch neighbours.",
  chapter = "From kernels to models",
  aliases = { "mojo:21" },
  tags = { "gather", "coalescing", "embedding" },

  entry = "embedding",
  params = {
    { name = "out",    kind = "output", type = "float", shape = { "n", "width" } },
    { name = "table",  kind = "input",  type = "float", shape = { "words", "width" }, fill = { "random", -1, 1 } },
    { name = "tokens", kind = "input",  type = "int",   shape = { "n" } },
    { name = "n",      kind = "scalar", type = "int",   value = "n" },
    { name = "width",  kind = "scalar", type = "int",   value = "width" },
    { name = "words",  kind = "scalar", type = "int",   value = "words" },
  },

  cases = {
    { name = "3 tokens, rows of 3", sizes = { n = 3, width = 3, words = 4 }, global = { 12 }, ["local"] = { 4 },
      given = { table = { { 1, 2, 3 }, { 11, 12, 13 }, { 21, 22, 23 }, { 31, 32, 33 } }, tokens = { 2, 0, 2 } } },
    { name = "5 tokens, two of them unknown", sizes = { n = 5, width = 7, words = 11 }, global = { 64 }, ["local"] = { 32 },
      fill = { table = "range" }, given = { tokens = { 10, 3, -1, 3, 11 } } },
    { name = "8 tokens, rows of 8", sizes = { n = 8, width = 8, words = 10 }, global = { 64 }, ["local"] = { 32 },
      fill = { table = "range" }, given = { tokens = { 9, 4, 0, 7, 2, 5, 1, 8 } } },
    { name = "many groups, rows of 7", sizes = { n = 200, width = 7, words = 11 },
      global = { 1440 }, ["local"] = { 96 }, fill = { tokens = { "random", -2, 13 } }, visible = false },
    { name = "long rows", sizes = { n = 9, width = 70, words = 5 }, global = { 640 }, ["local"] = { 64 },
      fill = { tokens = { "random", 0, 4 } }, visible = false },
    { name = "the last word again and again", sizes = { n = 61, width = 5, words = 17 },
      global = { 320 }, ["local"] = { 32 }, fill = { tokens = { "constant", 16 } }, visible = false },
    { name = "rows of one", sizes = { n = 75, width = 1, words = 40 }, global = { 96 }, ["local"] = { 48 },
      fill = { tokens = { "random", 0, 40 } }, visible = false },
    { name = "rows of 64", sizes = { n = 12, width = 64, words = 9 }, global = { 768 }, ["local"] = { 32 },
      fill = { tokens = { "random", 0, 8 } }, visible = false },
    { name = "one word, one token", sizes = { n = 1, width = 37, words = 1 }, global = { 40 }, ["local"] = { 40 },
      fill = { tokens = "zeros" }, visible = false },
    { name = "unknown tokens alone", sizes = { n = 30, width = 8, words = 6 }, global = { 256 }, ["local"] = { 64 },
      visible = false },
  },

  domain = {
    sizes = { n = { 1, 600 }, width = { 1, 200 }, words = { 1, 70 } },
    ["local"] = { { 1, 256 } },
    global = { "ceil_div(n * width, local_x) * local_x" },
    spare = 1,
    values = { table = "any but NaN", tokens = { -3, "words + 2" } },
    holds = { { "words >= 1", "tokens may be any other int as well" } },
  },

  inputs = function(case)
    if case.name ~= "unknown tokens alone" then return {} end
    return { tokens = { -1, 6, 7, -2147483648, 2147483647, -6, 100000000, -1, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
                        16, 17, -7, -8, -9, -10, -11, -12, -13, -14, -15, -16 } }
  end,

  reference = function(case)
    local known = case.tokens:ge(0) & case.tokens:lt(case.words)
    local rows = tensor.where(known, case.tokens, tensor.full("int", { case.n }, case.words))
    return { out = case.table:pad(0, 1):gather(rows) }
  end,

  -- Rows gathered from a table that has one more row, of zeros, for what is unknown.
  second_reference = function(case)
    return {
      out = tensor.build("float", { case.n, case.width }, function(row, column)
        local token = case.tokens(row)
        return token >= 0 and token < case.words and case.table(token, column) or 0
      end),
    }
  end,

  -- Copies.
  tolerance = { atol = 0, rtol = 0 },
  -- A row is read and written: pieces of 8 floats, and where rows do not begin with a piece, one more
  -- for each 32 floats that are side by side. Each sub-group that has a part in it reads its token.
  budgets = {
    global_transactions = "n * (2 * (ceil_div(width, 8) + ceil_div(width, 32) * min(width % 8, 1))"
      .. " + ceil_div(max(width, local_x), 32))",
  },

  hints = {
    "`out` has `n * width` elements, and each is written by one work-item, with the global id `at`. In which row and column of `out` is element `at`?",
    "`at / width` is the row, and `at % width` the column. Work-items with neighbouring ids are neighbours in a row then. The row's number says which token to look up.",
    "The token is `tokens[at / width]`. A word's numbers begin at `token * width` in `table`. But only if the token is one of the `words` words: what about -1, and what about `words` itself?",
    "Below the guard `at < n * width`: fetch the token, set a float to 0, and if the token is at least 0 and less than `words`, set it to `table[token * width + at % width]`. Then write it to `out`.",
  },
}
