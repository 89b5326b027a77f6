-- What a compiled graph does: its kernels, what became one kernel and why the rest did not, and what
-- it moves. docs/graph-explain.md is the manual.
--
--   local explanation = model:explain()      -- model.lua finds the program
--   print(explanation)                       -- as text; also :dot(), :svg(), :source(2), :table()
--
-- Everything is read from a program (program.lua), or for graph.CPU from groups of single
-- operations. Bytes are those that must be moved at least: each kernel reads each element that it
-- needs once, and writes each of its results once. A cache that is too small makes it more, and
-- nothing makes it less. What fusing saves is seen beside the same graph with every operation in a
-- kernel of its own. Arithmetic is estimated: one for each element of each operation, as often as it
-- is computed.
local cost = require "graph.explain_cost"
local dim = require "graph.dim"
local fuse = require "graph.fuse"
local native = require "graph.native"
local optimize = require "graph.optimize"
local picture = require "graph.explain_picture"
local text = require "graph.explain_text"
local value = require "graph.value"

local explain = {}

---@class graph.Operation
---@field name string # "add"
---@field kind string # "map", "reduce", "view", …
---@field origin string|false # the operation of yours that it is a part of
---@field place string|false # the line that made it: "script.lua:12"
---@field type string # "float[4, 6]"

---@class graph.Launch
---@field name string
---@field work_items integer[] # of each dimension
---@field group integer[]

---@class graph.Kernel
---@field number integer
---@field name string
---@field queue integer # from 1; 0: there are no queues
---@field after integer[] # numbers of the kernels whose results it needs
---@field waits integer[] # of these those in other queues, for which its queue waits
---@field operations graph.Operation[]
---@field launches graph.Launch[] # none of an operation of yours, and of graph.CPU
---@field reads integer # bytes
---@field writes integer # bytes
---@field arithmetic? integer # nil: an operation of yours

---@class graph.Stored
---@field name string # of the operation that gives it
---@field type string
---@field bytes integer
---@field place string|false
---@field kernel integer # that makes it
---@field needed_by integer[] # kernels
---@field reason string # why it is stored, and not computed where it is needed
---@field results integer[] # which results of the graph it is

---@class graph.Given
---@field name string # "input 'x'", "weight 'w'", "constant"; "input 1" if the function has no name for it
---@field type string
---@field bytes integer
---@field needed_by integer[] # kernels

---@class graph.Explanation
---@field graph string # its name
---@field device string
---@field on_cpu boolean
---@field sizes table<string, integer>
---@field queues integer
---@field kernels graph.Kernel[]
---@field inputs graph.Given[] # that kernels need
---@field stored graph.Stored[]
---@field bytes_moved integer
---@field unfused { kernels: integer, bytes_moved: integer }
---@field memory integer # bytes between kernels, at most at one time
---@field memory_unshared integer # the same if arrays shared none
---@field folded integer # operations that were computed while compiling
---@field common integer # operations that were there twice
---@field dead integer # operations that no result needs
local Explanation = { __name = "explanation" }
Explanation.__index = Explanation

-- The sources of an explanation's kernels are made only once somebody asks.
local programs = setmetatable({}, { __mode = "k" })

-- Operations

local function operation_of(v)
  local name = v.definition.kind == "custom" and v.attributes.name or v.definition.name
  return { name = name, kind = v.definition.kind, origin = v.origin, place = v.place, type = value.text(v) }
end

-- What a group computes, each after what it takes. Of a custom operation the type is that of its
-- first result.
local function operations_of(group)
  local members, operations = {}, {}
  local seen = { [group.root] = true }
  members[1] = group.root
  for v in pairs(group.members) do
    if not seen[v] and v.definition.kind ~= "full" then members[#members + 1] = v end
    seen[v] = true
  end
  table.sort(members, function(a, b) return a.id < b.id end)
  for i, v in ipairs(members) do
    operations[i] = operation_of(v)
    if cost.is_source(v) then operations[i].name = "copy" end
    if v.definition.kind == "custom" then
      local first = v.attributes.results[1]
      operations[i].type = first and value.text(first) or ""
    end
  end
  return operations
end

-- Kernels of a program

local function reads_of(step)
  local total = 0
  for _, array in ipairs(step.reads) do
    local elements = array.value and cost.elements_read(step.group, array.value) or array.count
    total = total + array.bytes // math.max(array.count, 1) * elements
  end
  -- Scratch is written and read by the same step.
  for _, array in ipairs(step.writes) do
    if not array.value and not step.custom then total = total + array.bytes end
  end
  return total
end

local function writes_of(step)
  local total = 0
  for _, array in ipairs(step.writes) do total = total + array.bytes end
  return total
end

local function copy_list(list)
  return table.move(list, 1, #list, 1, {})
end

-- Sizes of one dimension may be a number.
local function sizes_list(sizes)
  if type(sizes) == "number" then return { sizes } end
  return copy_list(sizes or {})
end

local function launches_of(step)
  local launches = {}
  for i, launch in ipairs(step.launches or {}) do
    launches[i] = { name = launch.name, work_items = sizes_list(launch.sizes.global),
                    group = sizes_list(launch.sizes["local"]) }
  end
  return launches
end

local function kernels_of(program)
  local kernels = {}
  for i, step in ipairs(program.steps) do
    kernels[i] = {
      number = i, name = step.name, queue = step.queue, after = copy_list(step.needs), waits = copy_list(step.waits),
      operations = operations_of(step.group), launches = launches_of(step), reads = reads_of(step),
      writes = writes_of(step), arithmetic = cost.arithmetic(step.group),
    }
  end
  return kernels
end

-- Without fusing

local function unfused_of(program)
  local groups, stored = cost.single_groups(program.outputs, program.order)
  local total = 0
  for _, group in ipairs(groups) do
    local reads, writes = cost.bytes(group, stored)
    total = total + reads + writes
  end
  for _, step in ipairs(program.steps) do
    for _, array in ipairs(step.custom and {} or step.writes) do
      if not array.value then total = total + 2 * array.bytes end
    end
  end
  return { kernels = #groups, bytes_moved = total }
end

-- Arrays between kernels

-- What is known of an array, and who needs it; numbers are those of kernels.
local function name_of_input(v)
  local kind, name = v.definition.name, v.attributes.name
  if kind == "input" and not name then return ("input %d"):format(v.attributes.number) end
  return name and ("%s '%s'"):format(kind, name) or kind
end

local function number_in(list, v)
  local found = {}
  for i, one in ipairs(list) do
    if fuse.base(one) == v then found[#found + 1] = i end
  end
  return found
end

local function add_input(explained, v, needed_by)
  explained.inputs[#explained.inputs + 1] = {
    name = name_of_input(v), type = value.text(v), bytes = cost.bytes_of(v, value.count(v.shape)), needed_by = needed_by,
  }
end

local function add_stored(explained, outputs, v, kernel, needed_by, reason)
  local made_by = v.definition.kind == "result" and v.inputs[1] or v
  explained.stored[#explained.stored + 1] = {
    name = operation_of(made_by).name, type = value.text(v), bytes = cost.bytes_of(v, value.count(v.shape)),
    place = made_by.place, kernel = kernel, needed_by = needed_by, results = number_in(outputs, v),
    reason = reason or "it is a kernel of its own",
  }
end

-- In the order of the kernels that make them.
local function add_arrays(explained, program)
  for _, array in ipairs(program.arrays) do
    local v = array.value
    local needed_by, seen = {}, { [array.first or 0] = true }
    for _, number in ipairs(array.uses) do
      if not seen[number] then needed_by[#needed_by + 1] = number end
      seen[number] = true
    end
    if v and cost.is_source(v) and #needed_by > 0 and not array.first then
      add_input(explained, v, needed_by)
    elseif v and array.first then
      add_stored(explained, program.outputs, v, array.first, needed_by, program.reasons[v])
    end
  end
  table.sort(explained.stored, function(a, b) return a.kernel < b.kernel end)
end

-- The CPU

-- One operation after the other: kernels without queues, and the arrays between them.
local function add_operations(explained, outputs, order)
  local groups, stored, reasons = cost.single_groups(outputs, order)
  local needed_by, arrays, maker = {}, {}, {}
  for i, group in ipairs(groups) do
    local after, seen = {}, {}
    for _, v in ipairs(cost.arrays_read(group, stored)) do
      local made = maker[v.definition.kind == "result" and v.inputs[1] or v]
      if made and not seen[made] then after[#after + 1] = made end
      if made then seen[made] = true end
      if not needed_by[v] then arrays[#arrays + 1] = v end
      needed_by[v] = needed_by[v] or {}
      table.insert(needed_by[v], i)
    end
    table.sort(after)
    maker[group.root] = i
    local reads, writes = cost.bytes(group, stored)
    explained.kernels[i] = {
      number = i, name = cost.is_source(group.root) and "copy" or operation_of(group.root).name, queue = 0, after = after, waits = {}, launches = {},
      operations = operations_of(group), reads = reads, writes = writes, arithmetic = cost.arithmetic(group),
    }
  end
  for _, v in ipairs(outputs) do
    v = fuse.base(v)
    if not needed_by[v] then arrays[#arrays + 1], needed_by[v] = v, {} end
  end
  for _, v in ipairs(arrays) do
    local made = maker[v.definition.kind == "result" and v.inputs[1] or v]
    if made then
      add_stored(explained, outputs, v, made, needed_by[v], reasons[v])
    else
      add_input(explained, v, needed_by[v])
    end
  end
end

-- What no result needs

local function dead_of(graph)
  local needed, dead = {}, 0
  for _, v in ipairs(optimize.order(graph.outputs)) do needed[v] = true end
  for _, v in ipairs(graph.builder.values) do
    if value.computes(v) and not needed[v] then dead = dead + 1 end
  end
  return dead
end

-- Explanations

local function new(graph, sizes, builder, fields)
  local moved = 0
  for _, kernel in ipairs(fields.kernels) do moved = moved + kernel.reads + kernel.writes end
  fields.graph, fields.sizes, fields.bytes_moved = graph.name, sizes, moved
  fields.dead = dead_of(graph)
  fields.folded = builder.folded or 0
  fields.common = (builder.common or 0) + (graph.builder.common or 0)
  return setmetatable(fields, Explanation)
end

---@param graph table
---@param program table # program.lua's
---@param sizes table<string, integer>
---@return graph.Explanation
function explain.of_program(graph, program, sizes)
  local explained = {
    device = program.device.name, on_cpu = false, queues = 0, kernels = kernels_of(program), inputs = {}, stored = {},
    unfused = unfused_of(program), memory = program.memory, memory_unshared = program.unshared,
  }
  for _, step in ipairs(program.steps) do explained.queues = math.max(explained.queues, step.queue) end
  add_arrays(explained, program)
  local explanation = new(graph, sizes, program.builder, explained)
  programs[explanation] = program
  return explanation
end

---@param graph table
---@param sizes table<string, integer>
---@return graph.Explanation
function explain.on_cpu(graph, sizes)
  local outputs, builder = optimize.bind(graph.outputs, sizes)
  local explained = {
    device = "CPU", on_cpu = true, queues = 0, kernels = {}, inputs = {}, stored = {}, memory = 0, memory_unshared = 0,
  }
  add_operations(explained, outputs, optimize.order(outputs))
  local explanation = new(graph, sizes, builder, explained)
  explanation.unfused = { kernels = #explanation.kernels, bytes_moved = explanation.bytes_moved }
  return explanation
end

---The sizes that a graph's inputs need, from those that are given. Raises.
---@param graph table
---@param given table<string, integer>
---@return table<string, integer>
function explain.check_sizes(graph, given)
  local sizes, names = {}, {}
  for _, v in ipairs(graph.inputs) do
    for _, size in ipairs(v.shape) do
      if dim.is(size) and not sizes[dim.text(size)] then
        local name = dim.text(size)
        names[#names + 1] = name
        sizes[name] = given[name]
        if given[name] == nil then
          native.fail(("graph '%s': the size %s is not known: explain { %s = … }, or execute it first"):format(
            graph.name, name, name))
        elseif math.type(given[name]) ~= "integer" or given[name] < 0 then
          native.fail(("graph '%s': the size %s cannot be %s"):format(graph.name, name, tostring(given[name])))
        end
      end
    end
  end
  for name in pairs(given) do
    if not sizes[name] then
      local known = #names > 0 and "its sizes are " .. table.concat(names, ", ") or "it has none"
      native.fail(("graph '%s': there is no size %s: %s"):format(graph.name, tostring(name), known))
    end
  end
  return sizes
end

-- Methods

Explanation.__tostring = text.write

---The OpenCL C text of a kernel: of all its launches.
---@param number integer
---@return string
function Explanation:source(number)
  local program = programs[self]
  local step = program and program.steps[number]
  if not step then
    native.fail(("explain: there is no kernel %s: there are %d"):format(tostring(number), program and #self.kernels or 0))
  end
  local sources, seen = {}, {}
  for _, launch in ipairs(step.launches or {}) do
    if not seen[launch.source] then sources[#sources + 1] = launch.source end
    seen[launch.source] = true
  end
  return table.concat(sources, "\n")
end

---As text, up to 100 columns wide: what print shows.
function Explanation:text() return text.write(self) end

---For Graphviz: dot -Tsvg.
---@return string
function Explanation:dot() return picture.dot(self) end

---A picture that browsers show.
---@return string
function Explanation:svg() return picture.svg(self) end

---All fields in a plain table, as for native.encode: nothing in it is shared with the explanation.
---@return table
function Explanation:table()
  local function copy(field)
    if type(field) ~= "table" then return field end
    local made = {}
    for name, one in pairs(field) do made[name] = copy(one) end
    return made
  end
  return copy(self)
end

local writers = { txt = "text", dot = "dot", svg = "svg" }

---Writes a file: as text, for Graphviz or as a picture, by the ending of its name.
---@param path string # "mlp.txt", "mlp.dot", "mlp.svg"
function Explanation:save(path)
  local writer = writers[tostring(path):match "%.(%w+)$" or ""]
  if not writer then native.fail(("explain: %s: the name ends in .txt, .dot or .svg"):format(tostring(path))) end
  native.write(path, self[writer](self))
end

return explain
