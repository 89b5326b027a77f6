-- Which operations become one kernel.
--
--   fuse.groups(outputs, limits) → a list of groups, each after those that it needs
--
-- A *group* is one kernel: its *root* is the value that it stores, and its members are computed on
-- the way, by the work-item that needs them, and are mostly never stored. What several groups need, or
-- somebody outside, is the root of its own group.
--
--   group.root       the value; a library's or a user's operation is alone in its group
--   group.also       list of members that it stores besides, at the same places as the root
--   group.owns       set of the root and these
--   group.members    set of values that are computed within it, views among them
--   group.inner      where the group has rows: set of the axes (from 1) of the root over which one
--                    work-item (or one work-group) goes itself, because reductions of whole rows are
--                    members; else nil
--   group.library    the product of matrices, sum, sort, … whose kernel it is; the other members are done
--                    to its elements before they are stored; else nil
--   group.reasons    value → why it is stored and not a member of the group that needs it
--
-- Groups grow from their roots to the operands, in the reverse of the order of computation, so that
-- everything that needs a value is known when the value's turn comes. For each value the group keeps
-- at which indices it is needed (index.lua), in terms of the loops' variables: so it is seen how
-- often a value would be computed. The rules:
--
--   1. Views always belong to all groups that need them: they cost nothing.
--   2. An elementwise operation belongs to the only group that needs it, unless it is costly and
--      would be computed more than twice as often as it has elements.
--   3. A reduction belongs to the only group that needs it where each of its results is needed by
--      one work-item: then that work-item has a loop. The axes of the root that do not belong to
--      the reduction's result become loops of this work-item, too: so softmax is one kernel.
--   4. Everything else is stored.
--
-- A group with as many members as a kernel may have is *full*: what it needs is stored. Where that is
-- several values, as in `a, b = b, a + b`, which need each other, a group for each would share all that
-- is before them, and everything there would be stored. So they are results of one group: that which was
-- made for the first of them, or for a later full one, if it has their shape.
local index = require "graph.index"
local library = require "graph.library"
local value = require "graph.value"

local fuse = {}

-- A row is one work-item's (or one work-group's): fewer rows than this, unless they are short, would
-- leave the device without work.
local FEWEST_ROWS = 16
local SHORT_WORK = 16384
-- A kernel has so many members and arrays at most: arguments are limited, and so are registers.
local MOST_MEMBERS = 200
local MOST_ARRAYS = 28

local function is_source(v)
  local kind = v.definition.kind
  return kind == "input" or kind == "constant"
end
-- Computed from nothing, for free.
local function is_free(v)
  local kind = v.definition.kind
  return kind == "full" or kind == "iota"
end
local function is_alone(v)
  local kind = v.definition.kind
  return kind == "library" or kind == "custom"
end

---What has the same elements in the same order: a reshaped value needs no kernel of its own.
function fuse.base(v)
  while v.definition.name == "reshape" do v = v.inputs[1] end
  return v
end

-- Uses of a value in a group: the lists of indices, each once, and whether one is in a branch.
local function add_use(group, v, indices, in_branch)
  local uses = group.uses[v]
  if not uses then
    uses = { keys = {}, list = {} }
    group.uses[v] = uses
  end
  local keys = {}
  for i, one in ipairs(indices) do keys[i] = one.key end
  local key = table.concat(keys, ";")
  uses.in_branch = uses.in_branch or in_branch
  if uses.keys[key] then return end
  uses.keys[key] = true
  uses.list[#uses.list + 1] = indices
end

-- How often something at these indices is computed: once for each value of the variables in them.
local function evaluations(group, indices)
  local variables, times = {}, 1
  for _, one in ipairs(indices) do
    for name in pairs(one.variables) do variables[name] = true end
  end
  for name in pairs(variables) do times = times * group.sizes[name] end
  return times, variables
end

---How often a value is computed, or an array read, in a group: for explain.lua.
---@param group table
---@param v table
---@return integer
function fuse.evaluations(group, v)
  local times = 0
  for _, indices in ipairs(group.uses[v] and group.uses[v].list or {}) do
    times = times + evaluations(group, indices)
  end
  return times
end

local function new_group(root, number)
  local group = { root = root, members = {}, uses = {}, sizes = {}, outer = {}, reasons = {}, count = 0, arrays = {},
                  array_count = 0, joined_count = 0, -- so many of the arrays are what views put together
                  also = {}, owns = { [root] = true }, number = number, next = {} }
  local indices = {}
  for axis, size in ipairs(root.shape) do
    local name = "i" .. axis - 1
    indices[axis] = index.variable(name, 0, size - 1)
    group.sizes[name] = size
    group.outer[name] = axis
  end
  group.indices = indices
  return group
end

-- Notes where the operands of a member are needed, for each place where it is.
local expand = {}

function expand.map(group, v, indices)
  for _, input in ipairs(v.inputs) do add_use(group, input, indices, group.uses[v].in_branch) end
end

function expand.view(group, v, indices)
  for _, piece in ipairs(v.definition.pieces(v, indices)) do
    add_use(group, v.inputs[piece.input], piece.indices, group.uses[v].in_branch or #piece.tests > 0)
  end
end

function expand.gather(group, v, indices)
  local data, places = v.inputs[1], v.inputs[2]
  local axis, inner, outer = v.attributes.axis, {}, {}
  local variables = {}
  for i = 1, #places.shape do
    inner[i] = indices[axis + i]
    for name in pairs(inner[i].variables) do variables[name] = true end
  end
  add_use(group, places, inner, group.uses[v].in_branch)
  group.fresh = (group.fresh or 0) + 1
  for i = 1, #data.shape do
    outer[i] = i <= axis and indices[i] or indices[i + #places.shape - 1]
  end
  outer[axis + 1] = index.dependent("at" .. group.fresh, 0, data.shape[axis + 1] - 1, variables)
  add_use(group, data, outer, true)
end

function expand.reduce(group, v, indices)
  local inner, place, gone = {}, 1, {}
  for _, axis in ipairs(v.attributes.axes) do gone[axis + 1] = true end
  group.fresh = (group.fresh or 0) + 1
  for axis, size in ipairs(v.inputs[1].shape) do
    if gone[axis] then
      local name = ("r%d_%d"):format(group.fresh, axis)
      group.sizes[name] = size
      inner[axis] = index.variable(name, 0, size - 1)
    else
      inner[axis] = indices[place]
      place = place + 1
    end
  end
  add_use(group, v.inputs[1], inner, group.uses[v].in_branch)
end

function expand.full() end
function expand.iota() end

local function join(group, v)
  group.members[v] = true
  group.count = group.count + 1
  local uses = group.uses[v]
  for _, indices in ipairs(uses.list) do expand[v.definition.kind](group, v, indices) end
end

-- Whether an elementwise value may be computed where the group needs it; else why not.
local function refuse_map(group, v)
  if v.definition.name == "cast" and v.dtype == "half" then return "a half is rounded by storing it" end
  local times, elements = 0, value.count(v.shape)
  for _, indices in ipairs(group.uses[v].list) do times = times + evaluations(group, indices) end
  if times > elements then
    if v.definition.costly and times > 2 * elements then
      return ("%s is costly, and would be computed %d times an element"):format(v.definition.name, times // elements)
    end
    group.repeated = (group.repeated or 0) + 1
    if group.repeated > 16 then return "too much would be computed again and again" end
  end
end

-- The same for a reduction, which may make the group one of rows.
local function refuse_reduce(group, v)
  local uses = group.uses[v].list
  if group.library then return "that kernel is a product of matrices" end
  if #uses > 1 then return "its results are needed at several places" end
  -- Work-items of a group meet at barriers, and must all come there.
  if group.uses[v].in_branch then return "it is needed in a branch" end
  local times, variables = evaluations(group, uses[1])
  for name in pairs(variables) do
    if not group.outer[name] then return "it is needed in a loop" end
  end
  if times ~= value.count(v.shape) then return "its results are needed by several work-items" end
  local inner, rows, has_inner = {}, 1, false
  for name, axis in pairs(group.outer) do
    if variables[name] then
      rows = rows * group.sizes[name]
    elseif group.sizes[name] > 1 then
      inner[axis] = true
      has_inner = true
    end
  end
  if group.inner then
    for axis in pairs(inner) do
      if not group.inner[axis] then return "its rows are not those of the other reductions" end
    end
    for axis in pairs(group.inner) do
      if not inner[axis] then return "its rows are not those of the other reductions" end
    end
  elseif has_inner and rows < FEWEST_ROWS and value.count(v.inputs[1].shape) > SHORT_WORK then
    return ("it has only %d long rows"):format(rows)
  end
  group.inner = inner
end

-- A product of matrices may end with what is done to each of its elements: one kernel, whose root is the
-- last of these.
local function refuse_library(group, v, options)
  if v.definition.name ~= "matmul" then return "it is a kernel of its own" end
  if group.library or group.inner then return "that kernel is another one's" end
  local uses = group.uses[v].list
  local expected = index.reshape(group.indices, group.root.shape, v.shape)
  if #uses > 1 or value.count(v.shape) ~= value.count(group.root.shape) then
    return "its elements are needed at several places"
  end
  for axis, one in ipairs(uses[1]) do
    if one.key ~= expected[axis].key then return "its elements are needed in another order" end
  end
  for member in pairs(options.cheap_endings and group.members or {}) do
    if member.definition.costly then return "its elements would be worked on one by one, not in vectors" end
  end
  group.library = v
end

-- Why the group takes nothing more; nil if it does.
local function find_full(group, v)
  if group.full then return group.full end
  if group.count >= MOST_MEMBERS then
    group.full = "the kernel would be too large"
  elseif group.array_count + #v.inputs > MOST_ARRAYS then
    group.full = "the kernel would have too many arrays"
  end
  return group.full
end

local function refuse(group, v, options)
  local full = find_full(group, v)
  if full then return full end
  if v.definition.kind == "map" then return refuse_map(group, v) end
  if is_alone(v) then return refuse_library(group, v, options) end
  return refuse_reduce(group, v)
end

-- Whether a view of several values has too many of them for a group, where each may be an array.
local function is_too_wide(group, v)
  local known = math.max(group.array_count, group.joined_count)
  return #v.inputs > 1 and known + #v.inputs > MOST_ARRAYS
end

-- One more array for the group, unless it has it.
local function count_array(group, v)
  if group.arrays[v] then return end
  group.arrays[v] = true
  group.array_count = group.array_count + 1
end

-- Results of groups that have others already

-- Whether the group may store an elementwise value besides its root: at each of the root's places, where
-- no other is needed.
local function may_store(group, v)
  local kind, uses = group.root.definition.kind, group.uses[v]
  if find_full(group, v) or group.array_count + #v.inputs >= MOST_ARRAYS then return false end
  if group.inner or group.library or kind ~= "map" or v.definition.name == "cast" and v.dtype == "half" then return false end
  if #v.shape ~= #group.root.shape or not value.same_shape(v.shape, group.root.shape) then return false end
  if not uses then return true end
  if #uses.list > 1 or uses.in_branch then return false end
  for axis, one in ipairs(uses.list[1]) do
    if one.key ~= group.indices[axis].key then return false end
  end
  return true
end

-- The group of those that need a value that was made last, and why the others take nothing more; nil if
-- one of these does.
local function last_of(needing)
  local last, full = needing[1], nil
  for _, group in ipairs(needing) do
    if group.number > last.number then last = group end
  end
  for _, group in ipairs(needing) do
    if group ~= last and not group.full then return last, nil end
    full = full or group.full
  end
  return last, full
end

-- The group that stores a value beside its own results: of those that need it the last one that was made, or,
-- where that is full, one that was made after it, so that none of what it needs is theirs; nil if there is none.
local function find_host(v, needing)
  local host = last_of(needing)
  if v.definition.kind ~= "map" then return nil end
  local shape = value.shape_text(v.shape)
  while host and host.full do host = host.next[shape] end
  return host and may_store(host, v) and host or nil
end

---@param outputs table[]
---@param order table[] # optimize.order(outputs)
---@param options { fuses: boolean, cheap_endings: boolean } # a CPU's products end with nothing costly
function fuse.groups(outputs, order, options)
  local stored, needed_by, groups, reasons = {}, {}, {}, {}

  local function store(v, reason)
    v = fuse.base(v)
    if not stored[v] then
      stored[v] = true
      reasons[v] = reason
    end
  end
  for _, output in ipairs(outputs) do store(output, "it is a result") end

  -- Which groups need a value, found from their uses.
  local function need(group, v)
    local list = needed_by[v] or {}
    needed_by[v] = list
    for _, other in ipairs(list) do
      if other == group then return end
    end
    list[#list + 1] = group
  end
  local function join_and_need(group, v)
    join(group, v)
    if v.definition.kind == "view" and #v.inputs > 1 then group.joined_count = group.joined_count + #v.inputs end
    for _, input in ipairs(v.inputs) do
      need(group, input)
      if is_source(input) then count_array(group, input) end
    end
  end

  -- Value → the number of the last group that takes it as an array, and so does not only need it.
  local taken_by = {}
  local function store_operands(group, v)
    local name = v.definition.kind == "custom" and v.attributes.name or v.definition.name
    for _, input in ipairs(library.operands(v)) do
      store(input, ("%s takes arrays"):format(name))
      taken_by[fuse.base(input)] = math.max(taken_by[fuse.base(input)] or 0, group.number)
    end
  end

  local function start_group(v)
    local group = new_group(v, #groups + 1)
    groups[#groups + 1] = group
    add_use(group, v, group.indices)
    if is_alone(v) then
      store_operands(group, v)
      if v.definition.kind == "library" then group.library = v end
    elseif not is_source(v) then
      join_and_need(group, v)
      if v.definition.kind == "reduce" then group.inner = {} end
    end
    return group
  end

  -- A value that is stored is one more result of a group, or has one of its own.
  local function store_for(needing, v, reason)
    store(v, reason)
    for _, group in ipairs(needing) do count_array(group, v) end
    local host = options.fuses and #needing > 0 and find_host(v, needing)
    if not host or host.number <= (taken_by[v] or 0) then
      local made, shape = start_group(v), value.shape_text(v.shape)
      for _, group in ipairs(needing) do
        if group.full then group.next[shape] = made end
      end
      return
    end
    add_use(host, v, host.indices)
    host.also[#host.also + 1], host.owns[v] = v, true
    count_array(host, v)
    join_and_need(host, v)
  end

  for i = #order, 1, -1 do
    local v = order[i]
    local needing = needed_by[v] or {}
    local kind = v.definition.kind
    local is_view = kind == "view" or kind == "gather"
    if kind == "result" then
      stored[v] = true
      store(v.inputs[1], "it is a kernel of its own")
    elseif is_source(v) then
      -- An output that is an input is copied, so that neither is the other's memory.
      if stored[v] and reasons[v] == "it is a result" then start_group(v) end
    elseif stored[v] then
      store_for(needing, v)
    elseif is_free(v) then
      for _, group in ipairs(needing) do group.members[v] = true end
    elseif is_view then
      local too_wide = false
      for _, group in ipairs(needing) do too_wide = too_wide or is_too_wide(group, v) end
      if too_wide then
        store(v, "the kernel would have too many arrays")
        for _, group in ipairs(needing) do count_array(group, v) end
        start_group(v)
      else
        for _, group in ipairs(needing) do join_and_need(group, v) end
      end
    elseif #needing > 0 then
      local reason
      if not options.fuses then
        reason = "fusing is off"
      elseif #needing > 1 then
        reason = select(2, last_of(needing)) or "several kernels need it"
      else
        reason = refuse(needing[1], v, options)
      end
      if reason then
        store_for(needing, v, reason)
      elseif is_alone(v) then
        needing[1].members[v] = true
        store_operands(needing[1], v)
      else
        join_and_need(needing[1], v)
      end
    end
  end

  -- They were found from the last to the first.
  local ordered = {}
  for i = #groups, 1, -1 do ordered[#ordered + 1] = groups[i] end
  return ordered, stored, reasons
end

return fuse
