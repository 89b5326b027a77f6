-- Where and when: the queue of each step, and the place of each array in memory.
--
-- Steps are numbered in an order in which they could run one after the other. On several queues a
-- step goes on where one of those that it needs has ended, so that a chain stays in one queue, and
-- independent chains are in different ones; it waits for events of those that it needs elsewhere.
-- What is *ordered* follows: each step has a clock, which says of each queue up to which of its
-- steps everything has ended when this step begins (a vector clock).
--
-- Arrays share memory where they are never needed at the same time: all steps that use the one come
-- before the step that makes the other. The largest are placed first, each at the lowest address
-- where it fits (as TensorFlow Lite's greedy planner does).
local plan = {}

-- Sub-buffers begin at multiples of this: what devices ask for.
local ALIGNMENT = 512

---Where an array can begin, from an offset on.
---@param offset integer
function plan.align(offset) return (offset + ALIGNMENT - 1) // ALIGNMENT * ALIGNMENT end

---@class graph.Step
---@field needs integer[] # numbers of earlier steps
---@field queue integer # set here: from 1
---@field waits integer[] # set here: steps of other queues that must have ended
---@field clock integer[] # set here

local function join_clock(into, from)
  for queue, position in pairs(from) do
    if (into[queue] or 0) < position then into[queue] = position end
  end
end

---Sets queue, position, waits and clock of each step.
---@param steps graph.Step[]
---@param most integer # queues
function plan.queues(steps, most)
  local last, used = {}, 0 -- the last step of each queue
  for number, step in ipairs(steps) do
    step.waits, step.clock = {}, {}
    for _, needed in ipairs(step.needs) do
      local before = steps[needed]
      if not step.queue and last[before.queue] == needed then step.queue = before.queue end
    end
    if not step.queue and used < most then
      used = used + 1
      step.queue = used
    elseif not step.queue then
      -- The queue that has been without a new step longest.
      for queue = 1, used do
        if not step.queue or last[queue] < last[step.queue] then step.queue = queue end
      end
    end
    local queue = step.queue
    if last[queue] then join_clock(step.clock, steps[last[queue]].clock) end
    step.position = (last[queue] and steps[last[queue]].position or 0) + 1
    -- The latest first: what it has waited for needs no event of its own.
    for i = #step.needs, 1, -1 do
      local before = steps[step.needs[i]]
      if (step.clock[before.queue] or 0) < before.position then
        step.waits[#step.waits + 1] = step.needs[i]
        before.signals = true
        join_clock(step.clock, before.clock)
      end
    end
    step.clock[queue] = step.position
    last[queue] = number
  end
  return used, last
end

-- Whether all uses of one array are over when the other is made.
local function comes_before(one, other, steps)
  local clock = steps[other.first].clock
  if one.first == other.first then return false end
  for _, number in ipairs(one.uses) do
    local step = steps[number]
    if number == other.first or (clock[step.queue] or 0) < step.position then return false end
  end
  return true
end

---Sets the offset of each array, in bytes.
---@param arrays { bytes: integer, first: integer, uses: integer[] }[] # the steps that make and use it
---@param steps graph.Step[]
---@return integer bytes # of all together
function plan.memory(arrays, steps)
  local by_size, placed, total = {}, {}, 0
  for i, array in ipairs(arrays) do
    by_size[i] = array
    array.number = i
  end
  table.sort(by_size, function(a, b)
    if a.bytes ~= b.bytes then return a.bytes > b.bytes end
    return a.number < b.number
  end)
  for _, array in ipairs(by_size) do
    local offset = 0
    for _, other in ipairs(placed) do -- in order of their offsets
      local meets = not (comes_before(array, other, steps) or comes_before(other, array, steps))
      if meets then
        if other.offset >= offset + array.bytes then break end
        offset = math.max(offset, plan.align(other.offset + other.bytes))
      end
    end
    array.offset = offset
    total = math.max(total, offset + array.bytes)
    local place = #placed + 1
    while place > 1 and placed[place - 1].offset > offset do place = place - 1 end
    table.insert(placed, place, array)
  end
  return total
end

---Whether two arrays that share bytes are never needed at the same time: for tests, which replay
---plans.
plan.comes_before = comes_before

return plan
