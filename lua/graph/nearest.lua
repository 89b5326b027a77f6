-- The name that was probably meant: nearest("sqrtt", { "sqrt", "exp" }) is "sqrt".
--
-- Names are compared by the edits that lead from one to the other: a letter added, left out,
-- replaced, or swapped with the next one (the optimal string alignment distance). As many as a third
-- of the letters, but at least 2, may differ, of three letters one; of several nearest names it is the
-- first one. Before all these comes what NumPy or PyTorch call "axis": nearest("dim", { "axis" }).

-- What other libraries call an argument or an option, and what it may be called here.
local elsewhere = {
  axis = { "axes" }, axes = { "axis" }, dim = { "axis", "axes" }, dims = { "axes", "axis" },
  keepdims = { "keep" }, keepdim = { "keep" }, keep_dims = { "keep" }, keep_dim = { "keep" },
  strides = { "stride" }, is_causal = { "causal" }, eps = { "epsilon" }, kernel_size = { "size" },
}

local function from_elsewhere(word, names)
  for _, ours in ipairs(elsewhere[word] or {}) do
    for _, name in ipairs(names) do
      if name == ours then return name end
    end
  end
end

local function fewest_edits(a, b)
  a, b = a:lower(), b:lower()
  local before_last, last, row = {}, {}, {}
  for j = 0, #b do last[j] = j end
  for i = 1, #a do
    row[0] = i
    for j = 1, #b do
      local replaced = last[j - 1] + (a:byte(i) == b:byte(j) and 0 or 1)
      row[j] = math.min(last[j] + 1, row[j - 1] + 1, replaced)
      local swapped = i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j)
      if swapped then row[j] = math.min(row[j], before_last[j - 2] + 1) end
    end
    before_last, last, row = last, row, before_last
  end
  return last[#b]
end

---@param word string
---@param names string[]
---@return string? # nil where none is near
local function nearest(word, names)
  local known = from_elsewhere(word, names)
  if known then return known end
  local best, best_edits = nil, (#word <= 3 and 1 or math.max(2, #word // 3)) + 1
  for _, name in ipairs(names) do
    -- Names of very different lengths need no table; long words are no slips of the hand.
    if math.abs(#name - #word) < best_edits and #word <= 200 then
      local edits = fewest_edits(word, name)
      if edits < best_edits and edits < #name then best, best_edits = name, edits end
    end
  end
  return best
end

return nearest
