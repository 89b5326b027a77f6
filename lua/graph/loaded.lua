-- Graphs of files, for programs in other languages (graph/binding.lua).
--
--     loaded.open(path, context, text)   runs the file, or a text in its place; without a context the graph is
--                                        for the CPU
--     loaded.describe(self)              { name, outputs, inputs, weights, is_ready }, as texts
--     loaded.set_weights(self, names, given)    in addition to those that there are
--     loaded.infer(self, inputs)         → list of { dtype, shape }, one an output
--     loaded.execute(self, outputs, inputs)
--     loaded.explain(self, inputs)       → text; without inputs: of the last execution
--
-- The file returns a graph and, if it has weights itself, a table { weights = { name = tensor } }. It
-- runs as files of operations do (graph/files.lua), and what it names lies beside it. exchange.lua
-- says what arguments are. A text is one that another language wrote, which has no tables with names where
-- it has arguments with names: its first argument is call_named.
local array = require "graph.array"
local dim = require "graph.dim"
local exchange = require "graph.exchange"
local files = require "graph.files"
local graph = require "graph"
local model = require "graph.model"
local native = require "graph.native"
local nearest = require "graph.nearest"
local op = require "op"
local tensor = require "tensor"

local loaded = {}

-- Errors that have no line of the file say at least which file it is.
local function fail_in(path, message)
  message = tostring(message)
  if not message:find("^[^\n:]+:%d+: ") then message = path .. ": " .. message end
  error(message, 0)
end

local function check_options(options)
  if options == nil then return {} end
  if type(options) ~= "table" then
    native.fail(("after the graph comes a table { weights = … }, not a %s"):format(type(options)))
  end
  for name in pairs(options) do
    if name ~= "weights" then native.fail(("after the graph comes { weights = … }: there is no '%s'"):format(tostring(name))) end
  end
  local weights = options.weights or {}
  if type(weights) ~= "table" then native.fail("weights are a table { name = tensor }") end
  return weights
end

-- Calls a function with some arguments by their names: those of its parameters, and of its options where these
-- are its last parameter, or its only one. Gives its result, or a list of several.
local function call_named(of, f, named, count, ...)
  local names, arguments, options, place = native.names(f), { ... }, {}, {}
  local last = #names
  local is_all_options = last == 1 and count == 0
  for i, name in ipairs(names) do place[name] = i end
  for name, argument in pairs(named) do
    local i = place[name]
    if i and name ~= "options" and not is_all_options then
      if i <= count then native.fail(("%s: the argument '%s' is there twice"):format(of, name)) end
      arguments[i] = argument
    elseif names[last] == "options" and count < last or is_all_options then
      options[name] = argument
    else
      local near = nearest(name, names)
      native.fail(("%s: there is no argument '%s'%s"):format(of, name, near and ("; did you mean '%s'?"):format(near) or ""))
    end
  end
  if next(options) ~= nil then arguments[last] = options end
  local results = table.pack(f(table.unpack(arguments, 1, next(named) ~= nil and math.max(count, last) or count)))
  if results.n == 1 then return results[1] end
  results.n = nil
  return results
end

local function run(path, text)
  local folder, name = path:match "^(.*/)([^/]*)$"
  local source = files.open(folder or ".")
  source.path = folder and folder:sub(1, -2) or "."
  local chunk, wrong = native.load(text or native.read(path), "@" .. path, source:environment(op))
  if not chunk then error(wrong, 0) end -- it begins with its place
  local made, options = chunk(call_named)
  if not graph.is(made) then
    native.fail(("%s gives %s, and must return a graph: return graph.Graph(…)"):format(name or path,
      made == nil and "nothing" or "a " .. type(made)))
  end
  return made, check_options(options)
end

-- Names of the graph's weights that are none of these, sorted.
local function missing(self, weights)
  local names = {}
  for name in pairs(self.graph.weights) do
    if weights[name] == nil then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

-- Makes the model, or gives other weights to the one that there is; not yet, where some are missing.
local function load(self, weights)
  if self.model then
    self.model:set_weights(weights)
  elseif #missing(self, weights) == 0 then
    local session = graph.InferenceSession { devices = { self.context or graph.CPU } }
    self.model = session:load(self.graph, { weights = weights })
  end
  self.weights = weights
end

---@param path string
---@param context? gpu.DeviceContext
---@param text? string
function loaded.open(path, context, text)
  local good, made, weights = pcall(run, path, text)
  if not good then fail_in(path, made) end
  local self = { graph = made, context = context, weights = weights, shapes = model.of_shapes(made) }
  local loads, wrong = pcall(load, self, weights)
  if not loads then fail_in(path, wrong) end
  return self
end

---- descriptions -------------------------------------------------------------------------------

local function describe_value(name, v)
  local sizes = {}
  for axis, size in ipairs(v.shape) do sizes[axis] = dim.text(size) end
  return { name = name, dtype = v.dtype, shape = "[" .. table.concat(sizes, ", ") .. "]" }
end

function loaded.describe(self)
  local g, described = self.graph, { outputs = {}, inputs = {}, weights = {} }
  local sorted = {}
  described.name, described.is_ready = g.name, self.model ~= nil
  for i, v in ipairs(g.outputs) do described.outputs[i] = describe_value("output " .. i, v) end
  for i, v in ipairs(g.inputs) do described.inputs[i] = describe_value(v.attributes.name or "input " .. i, v) end
  for name in pairs(g.weights) do sorted[#sorted + 1] = name end
  table.sort(sorted)
  for i, name in ipairs(sorted) do described.weights[i] = describe_value(name, g.weights[name]) end
  return described
end

---- weights ------------------------------------------------------------------------------------

-- What is given is lent for the call alone: elements are copied.
local function keep(self, given)
  local context = self.context
  if not context then return given:copy() end
  local taken = exchange.take(context, { given }, {}, false)[1]
  if tensor.is(given) then return taken end
  local buffer = context:enqueue_create_buffer(taken.buffer:type(), #taken.buffer)
  if #buffer > 0 then context:enqueue_copy { src = taken.buffer, dst = buffer } end
  return array.new(buffer, taken:shape(), taken:type())
end

---@param self table
---@param names string[]
---@param given table[]
function loaded.set_weights(self, names, given)
  local weights, seen, known = {}, {}, {}
  for name in pairs(self.graph.weights) do known[#known + 1] = name end
  table.sort(known)
  for name, weight in pairs(self.weights) do weights[name] = weight end
  for i, name in ipairs(names) do
    if not self.graph.weights[name] then
      local near = nearest(name, known)
      native.fail(("graph '%s' has no weight '%s'%s"):format(self.graph.name, name,
        near and ("; did you mean '%s'?"):format(near) or ""))
    end
    if seen[name] then native.fail(("graph '%s': the weight '%s' is given twice"):format(self.graph.name, name)) end
    seen[name] = true
    weights[name] = keep(self, given[i])
  end
  local names_left = missing(self, weights)
  if #names_left > 0 then
    native.fail(("graph '%s': there is no weight '%s'"):format(self.graph.name, table.concat(names_left, "', '")))
  end
  load(self, weights)
end

---- calls --------------------------------------------------------------------------------------

local function ready(self)
  if self.model then return self.model end
  native.fail(("graph '%s': it has no weights yet: '%s'"):format(self.graph.name,
    table.concat(missing(self, self.weights), "', '")))
end

-- Arguments of which only types and shapes count.
local function described(list)
  local arrays = {}
  for i, given in ipairs(list) do arrays[i] = array.of(nil, nil, given.shape, given.dtype) end
  return table.unpack(arrays)
end

function loaded.infer(self, inputs) return self.shapes:infer(described(inputs)) end

---@param self table
---@param outputs table[]
---@param inputs table[]
function loaded.execute(self, outputs, inputs)
  local staged = {}
  local taken = exchange.take(self.context, inputs, staged, false)
  local into = exchange.take(self.context, outputs, staged, true)
  ready(self):execute_into(into, table.unpack(taken))
  exchange.copy_back(self.context, outputs, staged)
end

function loaded.explain(self, inputs)
  local made = ready(self)
  if #inputs == 0 and #self.graph.inputs > 0 then return tostring(made:explain()) end
  return tostring(made:explain(made:sizes_of(described(inputs))))
end

return loaded
