-- A compiled graph with all sizes known: kernels, their order, and memory; and running it.
--
--   program.compile(outputs, context, options) → a program
--   program:run(feeds) → a list of arrays, one an output
--
-- Compiling goes through optimize.lua, fuse.lua, codegen.lua and plan.lua. What runs again and again is
-- then only a list of launches whose arguments are made already, but for the buffers of inputs and
-- outputs: outputs are new buffers in every run, so that later runs never change earlier results.
local array = require "graph.array"
local codegen = require "graph.codegen"
local custom = require "graph.custom"
local fuse = require "graph.fuse"
local library = require "graph.library"
local optimize = require "graph.optimize"
local plan = require "graph.plan"
local text = require "graph.text"
local value = require "graph.value"

local unpack = table.unpack

local program = {}
local Program = {}
Program.__index = Program

-- How many parts a long reduction has that comes to a single element: the emulator gains nothing by any.
-- A row is a group's on GPUs; a column, which runs across the memory, one work-item's.
local GPU_PARTS, CPU_PARTS = { rows = 512, columns = 65536 }, { rows = 64, columns = 64 }

---@class graph.Options
---@field fuses? boolean # true, if not said
---@field shares_memory? boolean # true, if not said
---@field queues? integer # 2, if not said

local function bytes_of(dtype, count) return value.bytes_of(dtype) * count end

-- Steps

-- The arrays that the program has: of stored values, and scratch of libraries. Inputs, outputs and
-- constants have buffers of their own, the others share one.
local function new_array(self, dtype, count, v)
  local made = { dtype = dtype, count = count, bytes = bytes_of(dtype, count), value = v, uses = {}, written = {} }
  self.arrays[#self.arrays + 1] = made
  return made
end

local function array_of(self, v)
  v = fuse.base(v)
  local made = self.array_of[v]
  if not made then
    made = new_array(self, v.dtype, value.count(v.shape), v)
    local kind = v.definition.kind
    if kind == "input" then made.is_input = true end
    if kind == "constant" then made.constant = v.attributes.tensor end
    self.array_of[v] = made
  end
  return made
end

-- Where a result of the graph is. One that is an input, a weight or a constant is a copy of it, so that
-- neither is the other's memory.
local function result_of(self, v)
  v = fuse.base(v)
  local kind = v.definition.kind
  if kind ~= "input" and kind ~= "constant" then return array_of(self, v) end
  self.copy_of[v] = self.copy_of[v] or new_array(self, v.dtype, value.count(v.shape), v)
  return self.copy_of[v]
end

-- A step is what one group does: launches, in the order of the step's queue.
local function add_step(self, step)
  step.needs, step.number = {}, #self.steps + 1
  local seen = {}
  for _, used in ipairs(step.reads) do
    used.uses[#used.uses + 1] = step.number
    for _, writer in ipairs(used.written) do
      if not seen[writer] and writer ~= step.number then
        seen[writer] = true
        step.needs[#step.needs + 1] = writer
      end
    end
  end
  for _, used in ipairs(step.writes) do
    used.first = used.first or step.number
    used.uses[#used.uses + 1] = step.number
    used.written[#used.written + 1] = step.number
  end
  table.sort(step.needs)
  self.steps[step.number] = step
end

-- Kernels of one program, which a driver compiles in less time than programs of one kernel each: PoCL's
-- reads its headers for each program. Not more, as a program is also what caches keep.
local MOST_KERNELS = 16

-- The program that the kernel becomes part of, by a name of its own; one that is there already is that one.
local function join_program(self, kernel)
  local joined = self.joined[kernel.wants_double]
  if not joined or #joined.kernels == MOST_KERNELS then
    joined = { kernels = {}, texts = {} }
    self.joined[kernel.wants_double] = joined
  end
  local name, number = kernel.name, 1
  while joined.texts[name] and joined.texts[name] ~= kernel.text do
    number = number + 1
    name = ("%s_%d"):format(kernel.name, number)
  end
  kernel.name = name
  if not joined.texts[name] then joined.kernels[#joined.kernels + 1] = kernel end
  joined.texts[name] = kernel.text
  return joined
end

local function add_kernel(self, group, stored)
  local kernel = codegen.kernel(group, stored, self.device, fuse.base)
  local joined = join_program(self, kernel)
  local step = { group = group, name = kernel.name, reads = {}, writes = { result_of(self, group.root) } }
  local arguments = { step.writes[1] }
  for i = 2, #kernel.arrays do
    arguments[i] = array_of(self, kernel.arrays[i])
    local list = i <= kernel.results and step.writes or step.reads
    list[#list + 1] = arguments[i]
  end
  step.launches = { { name = kernel.name, source = codegen.source { kernel }, joined = joined, arguments = arguments,
                      sizes = { global = kernel.global, ["local"] = kernel["local"] } } }
  add_step(self, step)
end

local function add_library(self, group, stored)
  local v = group.library
  local operands, epilogue, more = table.move(library.operands(v), 1, #v.inputs, 1, {}), nil, {}
  if group.root ~= v then
    epilogue, more = codegen.epilogue(group, stored, self.device, fuse.base, #operands + 1)
  end
  local made = library.step(v, self.device, epilogue)
  table.move(more, 1, #more, #operands + 1, operands)
  local step = { group = group, name = v.definition.name, reads = {}, writes = { array_of(self, group.root) }, launches = {} }
  local scratch = {}
  for i, result in ipairs(group.also) do step.writes[i + 1] = array_of(self, result) end
  for i, input in ipairs(operands) do step.reads[i] = array_of(self, input) end
  for i, wanted in ipairs(made.scratch or {}) do
    scratch[i] = new_array(self, wanted.dtype, wanted.count)
    step.writes[#step.writes + 1] = scratch[i]
  end
  for i, launch in ipairs(made.launches) do
    local arguments = {}
    for k, argument in ipairs(launch.arguments) do
      if argument.output then
        arguments[k] = step.writes[argument.output]
      elseif argument.input then
        arguments[k] = step.reads[argument.input]
      elseif argument.scratch then
        arguments[k] = scratch[argument.scratch]
      else
        local _, number = next(argument)
        arguments[k] = number
      end
    end
    step.launches[i] = { name = launch.name, source = launch.source, arguments = arguments, sizes = launch.sizes }
  end
  add_step(self, step)
end

local function add_custom(self, group, results)
  local v = group.root
  local step = { group = group, name = v.attributes.name, reads = {}, writes = {}, custom = custom.prepare(v, "gpu") }
  for i, input in ipairs(v.inputs) do step.reads[i] = array_of(self, input) end
  for i, result in ipairs(v.attributes.results) do
    local node = results[v] and results[v][i]
    if node then
      step.writes[i] = array_of(self, node)
    else
      local count = 1
      for _, size in ipairs(result.shape) do count = count * size end
      step.writes[i] = new_array(self, result.dtype, count)
    end
  end
  add_step(self, step)
end

local function add_steps(self, groups, stored, order)
  local results = {}
  for _, v in ipairs(order) do
    if v.definition.kind == "result" then
      local custom = v.inputs[1]
      results[custom] = results[custom] or {}
      results[custom][v.attributes.number] = v
    end
  end
  for _, group in ipairs(groups) do
    if group.library then
      add_library(self, group, stored)
    elseif group.root.definition.kind == "custom" then
      add_custom(self, group, results)
    elseif value.count(group.root.shape) > 0 then
      add_kernel(self, group, stored)
    end
  end
end

-- Memory

local function has_own_buffer(made) return made.is_input or made.constant or made.is_output end

local function place_arrays(self)
  local shared = {}
  for _, made in ipairs(self.arrays) do
    if not has_own_buffer(made) and made.first then shared[#shared + 1] = made end
  end
  local context, options = self.context, self.options
  if options.shares_memory == false then
    for _, made in ipairs(shared) do
      made.buffer = context:enqueue_create_buffer(text.storage(made.dtype), made.count)
    end
    self.memory = 0
    for _, made in ipairs(shared) do self.memory = self.memory + made.bytes end
  else
    self.memory = plan.memory(shared, self.steps)
    if self.memory > 0 then self.arena = context:enqueue_create_buffer("uchar", self.memory) end
    for _, made in ipairs(shared) do
      made.buffer = self.arena:create_sub_buffer(text.storage(made.dtype), made.offset // value.bytes_of(made.dtype), made.count)
    end
  end
  self.unshared = 0
  for _, made in ipairs(shared) do self.unshared = plan.align(self.unshared) + made.bytes end
  for _, made in ipairs(self.arrays) do
    if made.constant then
      made.buffer = context:enqueue_create_buffer(text.storage(made.dtype), made.count)
      context:enqueue_copy { src = made.constant:reshape { made.count }, dst = made.buffer }
    end
  end
end

-- Launches

-- The arguments of a launch, as far as they are known, and which are not.
local function prepare(self, launch)
  local arguments, open = {}, {}
  for i, argument in ipairs(launch.arguments) do
    if type(argument) == "number" then
      arguments[i] = argument
    elseif argument.buffer then
      arguments[i] = argument.buffer
    else
      open[#open + 1] = { place = i, array = argument }
    end
  end
  arguments[#launch.arguments + 1] = launch.sizes
  launch.prepared, launch.open, launch.count = arguments, open, #launch.arguments + 1
  local joined = launch.joined
  if joined then joined.source = joined.source or codegen.source(joined.kernels) end
  launch.kernel = self.context:compile_function({ source = joined and joined.source or launch.source, name = launch.name })
end

local function make_queues(self, used)
  local context = self.context
  self.queues = { context }
  for number = 2, used do self.queues[number] = context:create_queue() end
  for _, step in ipairs(self.steps) do
    if step.signals then step.event = context:create_event() end
  end
  if used > 1 then
    self.begin, self.ends = context:create_event(), {}
    for number = 2, used do self.ends[number] = context:create_event() end
  end
end

---@param outputs table[] # values
---@param sizes table<string, integer> # of symbols
---@param context gpu.DeviceContext
---@param options graph.Options
function program.compile(outputs, sizes, context, options)
  local self = setmetatable({ context = context, device = context:device(), options = options, arrays = {}, steps = {}, joined = {},
                              array_of = {}, copy_of = {} }, Program)
  local device = self.device
  local bound, builder = optimize.bind(outputs, sizes, not device.checks and (device.gpu and GPU_PARTS or CPU_PARTS) or nil)
  local order = optimize.order(bound)
  local groups, stored, reasons = fuse.groups(bound, order, {
    fuses = options.fuses ~= false, cheap_endings = not device.gpu and not device.checks })
  self.outputs, self.groups, self.reasons, self.order = bound, groups, reasons, order
  self.builder = builder
  add_steps(self, groups, stored, order)
  self.results = {}
  for i, output in ipairs(bound) do
    self.results[i] = result_of(self, output)
    self.results[i].is_output = true
  end
  local used = plan.queues(self.steps, options.queues or 2)
  place_arrays(self)
  make_queues(self, used)
  for _, step in ipairs(self.steps) do
    for _, launch in ipairs(step.launches or {}) do prepare(self, launch) end
  end
  return self
end

-- Running

-- Of few steps are many executions: loops without iterators, as they cost as much as a launch.
local function launch_step(step, queue, buffers)
  local launches = step.launches
  for k = 1, #launches do
    local launch = launches[k]
    local arguments, open = launch.prepared, launch.open
    if #open == 0 then
      queue:enqueue_function(launch.kernel, unpack(arguments, 1, launch.count))
    else
      for i = 1, #open do arguments[open[i].place] = buffers[open[i].array] end
      queue:enqueue_function(launch.kernel, unpack(arguments, 1, launch.count))
      -- The program keeps no buffer longer than its owner does.
      for i = 1, #open do arguments[open[i].place] = false end
    end
  end
end

local function run_custom(step, queue, buffers)
  local results, operands = {}, {}
  for i, made in ipairs(step.writes) do results[i] = made.buffer or buffers[made] end
  for i, made in ipairs(step.reads) do operands[i] = made.buffer or buffers[made] end
  step.custom:run(queue, results, operands)
end

local function run_steps(self, buffers)
  local queues, steps, context = self.queues, self.steps, self.context
  if self.begin then
    context:record_event(self.begin)
    for number = 2, #queues do queues[number]:enqueue_wait_for(self.begin) end
  end
  for k = 1, #steps do
    local step = steps[k]
    local queue, waits = queues[step.queue], step.waits
    for i = 1, #waits do queue:enqueue_wait_for(steps[waits[i]].event) end
    if step.custom then run_custom(step, queue, buffers) else launch_step(step, queue, buffers) end
    if step.event then queue:record_event(step.event) end
  end
  for number = 2, #queues do
    queues[number]:record_event(self.ends[number])
    context:enqueue_wait_for(self.ends[number])
  end
end

---@param feeds table<table, gpu.Buffer> # by the array of each input that the program needs; kept
---@param into? gpu.Buffer[] # of the outputs; new ones where there are none
---@return table[]? # arrays, where there are new ones
function Program:run(feeds, into)
  local results = {}
  for i, made in ipairs(self.results) do
    feeds[made] = feeds[made] or into and into[i] or self.context:enqueue_create_buffer(text.storage(made.dtype), made.count)
  end
  run_steps(self, feeds)
  for i, output in ipairs(self.outputs) do
    local buffer = feeds[self.results[i]]
    if not into then
      results[i] = array.of(buffer, self.context, output.shape, output.dtype)
    elseif not rawequal(into[i], buffer) then -- one that is there twice is computed once
      self.context:enqueue_copy { src = buffer, dst = into[i] }
    end
  end
  return not into and results or nil
end

---The program's array of an input; nil where it needs none.
function Program:input(number)
  for _, made in ipairs(self.arrays) do
    local v = made.value
    if made.is_input and v.definition.name == "input" and v.attributes.number == number then return made end
  end
end

---The same of weights: by name.
function Program:weights()
  local found = {}
  for _, made in ipairs(self.arrays) do
    if made.is_input and made.value.definition.name == "weight" then found[made.value.attributes.name] = made end
  end
  return found
end

return program
