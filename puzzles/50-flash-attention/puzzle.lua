local puzzle = require "puzzle"
local tensor = require "tensor"

-- Scores that are exact: q holds ones, and key j whole numbers that add up to its score times the
-- root of d, which is a power of 2 where this is used. Dot products in any order are exact then. With
-- `turned`, every other query has them the other way round.
local function keys_with_scores(case, turned, score)
  local root = math.tointeger(math.sqrt(case.d))
  return {
    q = tensor.build("float", { case.n, case.d }, function(i) return turned and i % 2 == 1 and -1 or 1 end),
    k = tensor.build("float", { case.keys, case.d }, function(j, c)
      local sign = c % 2 == 0 and 1 or -1
      return sign * (c // 2 + 1) + (c == (j % case.d) and root * score(j) or 0)
    end),
  }
end

return puzzle.kernel {
  title = "Flash Attention",
  concept = "Softmax on the run: old sums are scaled when a new maximum comes, and no row of scores is kept.",
  chapter = "Capstones",
  tags = { "attention", "softmax", "tiles", "local-memory", "floats", "fusion" },

  entry = "attention",
  params = {
    { name = "out", kind = "output", type = "float", shape = { "n", "d" } },
    { name = "q",   kind = "input",  type = "float", shape = { "n", "d" }, fill = { "random", -1, 1 } },
    { name = "k",   kind = "input",  type = "float", shape = { "keys", "d" }, fill = { "random", -1, 1 } },
    { name = "v",   kind = "input",  type = "float", shape = { "keys", "d" }, fill = { "random", -1, 1 } },
    { name = "key_tile",   kind = "local", type = "float", shape = { "local_x", "d" } },
    { name = "value_tile", kind = "local", type = "float", shape = { "local_x", "d" } },
    { name = "n",    kind = "scalar", type = "int", value = "n" },
    { name = "keys", kind = "scalar", type = "int", value = "keys" },
    { name = "d",    kind = "scalar", type = "int", value = "d" },
  },

  steps = { "One tile of keys", "Several tiles", "Large scores", "Any size" },

  -- Up to the second step scores are small enough to do without their maximum.
  cases = {
    { name = "2 queries, 3 keys", sizes = { n = 2, keys = 3, d = 4 }, global = { 4 }, ["local"] = { 4 }, step = 1,
      given = {
        q = { { 1, 0, 1, 0 }, { 0, 2, 0, 0 } },
        k = { { 2, 1, 0, 1 }, { 1, 0, 2, 2 }, { -1, 2, 2, 0 } },
        v = { { 1, 2, 3, 4 }, { -4, -3, -2, -1 }, { -1, 0, 1, 3 } },
      } },
    { name = "a full tile", sizes = { n = 16, keys = 16, d = 8 }, global = { 16 }, ["local"] = { 16 }, step = 1,
      visible = false },
    { name = "7 queries in groups of 4, 6 keys", sizes = { n = 7, keys = 6, d = 4 }, global = { 8 }, ["local"] = { 4 },
      step = 2, fill = { q = { "random", -2, 2 }, k = { "random", -2, 2 } } },
    { name = "three tiles, the last one with one key", sizes = { n = 10, keys = 17, d = 16 }, global = { 16 },
      ["local"] = { 8 }, step = 2, visible = false },
    { name = "scores up to 110", sizes = { n = 3, keys = 6, d = 4 }, global = { 4 }, ["local"] = { 4 }, step = 3,
      fill = { v = { "range", 0.125, 0.125 } } },
    { name = "scores that rise, or fall", sizes = { n = 5, keys = 25, d = 4 }, global = { 8 }, ["local"] = { 8 },
      step = 3, visible = false },
    { name = "scores that fall, or rise", sizes = { n = 6, keys = 25, d = 16 }, global = { 6 }, ["local"] = { 6 },
      step = 3, visible = false },
    { name = "scores that leap", sizes = { n = 9, keys = 11, d = 16 }, global = { 12 }, ["local"] = { 4 },
      step = 3, visible = false },
    { name = "weights that are infinite together, or below the last one", sizes = { n = 2, keys = 5, d = 4 },
      global = { 5 }, ["local"] = { 5 }, step = 3, visible = false },
    { name = "all scores far below 0, one key more than the tile", sizes = { n = 10, keys = 13, d = 16 },
      global = { 12 }, ["local"] = { 12 }, step = 3, visible = false },
    { name = "d 20, groups of 3", sizes = { n = 4, keys = 5, d = 20 }, global = { 6 }, ["local"] = { 3 }, step = 4 },
    { name = "d 32, many groups", sizes = { n = 45, keys = 40, d = 32 }, global = { 48 }, ["local"] = { 16 },
      step = 4, visible = false },
    { name = "one key", sizes = { n = 9, keys = 1, d = 5 }, global = { 9 }, ["local"] = { 3 }, step = 4,
      visible = false },
    { name = "groups of one", sizes = { n = 3, keys = 7, d = 1 }, global = { 3 }, ["local"] = { 1 }, step = 4,
      visible = false },
    { name = "one query", sizes = { n = 1, keys = 33, d = 7 }, global = { 16 }, ["local"] = { 16 }, step = 4,
      visible = false },
    { name = "two tiles of 64", sizes = { n = 60, keys = 100, d = 20 }, global = { 64 }, ["local"] = { 64 },
      step = 4, visible = false },
  },

  domain = {
    sizes = { n = { 1, 60 }, keys = { 1, 100 }, d = { 1, 32 } },
    ["local"] = { { 1, 64 } },
    global = { "ceil_div(n, local_x) * local_x" },
    values = { q = { -2, 2 }, k = { -2, 2 }, v = { -4, 4 } },
    holds = { { "d >= 1", "or q and k whose scores are whole numbers from -120 to 120" } },
    work = "(n + local_x) * (keys + local_x) * d",
  },

  inputs = function(case)
    if case.name == "scores up to 110" then
      local scores = { 3, 90, -20, 60, 110, 109 }
      return keys_with_scores(case, true, function(j) return scores[j + 1] end)
    elseif case.name == "scores that rise, or fall" then
      return keys_with_scores(case, true, function(j) return 5 * j - 10 end)
    elseif case.name == "scores that fall, or rise" then
      return keys_with_scores(case, true, function(j) return 120 - 10 * j end)
    elseif case.name == "scores that leap" then
      return keys_with_scores(case, true, function(j) return j % 4 == 1 and 110 or -10 * (j % 7) end)
    elseif case.name == "weights that are infinite together, or below the last one" then
      local scores = { 0, 88, 88, 88, -100 }
      return keys_with_scores(case, true, function(j) return scores[j + 1] end)
    elseif case.name == "all scores far below 0, one key more than the tile" then
      return keys_with_scores(case, false, function(j) return j % 3 - 120 end)
    end
    return {}
  end,

  reference = function(case)
    local q, k, v = case.q:astype("double"), case.k:astype("double"), case.v:astype("double")
    local scores = q:matmul(k:transpose()) / math.sqrt(case.d)
    return { out = scores:softmax(1):matmul(v):astype("float") }
  end,

  -- Three operations, one after the other, with a whole matrix of scores.
  second_reference = function(case)
    return {
      out = tensor.from("float", (function()
        local rows = {}
        for i = 0, case.n - 1 do
          local scores, largest, sum = {}, -math.huge, 0
          for j = 0, case.keys - 1 do
            local score = 0
            for c = 0, case.d - 1 do score = score + case.q(i, c) * case.k(j, c) end
            scores[j] = score / math.sqrt(case.d)
            largest = math.max(largest, scores[j])
          end
          local row = {}
          for c = 1, case.d do row[c] = 0 end
          for j = 0, case.keys - 1 do
            local weight = math.exp(scores[j] - largest)
            sum = sum + weight
            for c = 1, case.d do row[c] = row[c] + weight * case.v(j, c - 1) end
          end
          for c = 1, case.d do row[c] = row[c] / sum end
          rows[i + 1] = row
        end
        return rows
      end)()),
    }
  end,

  -- Scores are exact where they are large, or are off by less than 1e-6 where they are below 10. Who
  -- multiplies them with log2(e) rounds numbers near 180 besides, which is 6e-6 of a weight. Up to 40
  -- weights and products are added up, each step rounded to 24 bits: 3e-6. The outputs are means of
  -- values up to 1, or up to 9 where scores are small.
  tolerance = { atol = 2e-5, rtol = 1e-5 },
  budgets = {
    global_reads = "n * d + 2 * keys * d * ceil_div(n, local_x)",
    global_writes = "n * d",
    local_bytes = "8 * local_x * d",
  },

  hints = {
    "Forget the tiles at first: one work-item, one query, and keys that come one after the other. Which three things must it remember of all keys that it has seen?",
    "It remembers the largest score, the sum of the weights, and the sum of the weighted values, `d` numbers. All weights speak of the largest score so far. When a larger one comes, each old weight is too large, all by the same factor: `exp(before - largest)`.",
    "For a key with the score `s`: `before = largest`, `largest = fmax(largest, s)`, `old = exp(before - largest)`, `weight = exp(s - largest)`. Then the sum becomes `sum * old + weight`, and each of the `d` totals is scaled and added to in the same way.",
    "Now the tiles: a loop over `first`, 0 and then in steps of `size` below `keys`. All work-items copy `count = min(size, keys - first)` keys to `key_tile` and as many values to `value_tile`, also those without a query; a barrier; everybody goes over those `count` keys; a barrier. Behind the loop, if `i < n`, element `c` of the output is `total[c] / sum`.",
  },
}
