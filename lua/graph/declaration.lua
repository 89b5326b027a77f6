-- What operations say of themselves: op.register's table is checked here, every field of it, and
-- made into a declaration, in which nothing is left out or spelled in two ways.
--
--   declaration.check(name, fields) → {
--     name, summary, in_place,
--     outputs, inputs     lists of { name, dtype, shape, rank }, where
--                           dtype  "any", { "float", "double" } or { same = "input" }
--                           shape  a list of sizes (dim.lua), { same = "input" } or nil
--                           rank   how many axes, or nil: any number
--     parameters          list of { name, type, default, example }
--     kernels             list of { file, name, types = { MACRO = argument's name },
--                           arguments = names of what its leading parameters take }, or nil
--     cpu, gpu, foreach, graph, gradient   what the table has
--   }
--   declaration.argument(declaration, name)   of its outputs and inputs
--   declaration.parameter_text(parameter, value)   a parameter's value as C has it: "4u"
--   declaration.check_parameter(title, parameter, value)   the value as it is kept; raises
--
-- Every mistake is raised with the operation and the field:
-- "op.register 'conv1d': inputs[1] has no field 'dtyp'; did you mean 'dtype'?".

local dim = require "graph.dim"
local native = require "graph.native"
local nearest = require "graph.nearest"
local numbers = require "graph.numbers"

local declaration = {}

declaration.dtypes = {
  "bool", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "half", "float",
  "double",
}
local is_dtype = {}
for _, name in ipairs(declaration.dtypes) do is_dtype[name] = true end

-- A check carries { title = "op.register 'conv1d'" }.
local Check = {}
Check.__index = Check

function Check:fail(message, ...) native.fail(self.title .. ": " .. message:format(...)) end

local function or_nearest(word, names)
  local near = nearest(word, names)
  return near and ("; did you mean '%s'?"):format(near) or ""
end

function Check:fields(where, fields, allowed)
  for key in pairs(fields) do
    local found = false
    for _, name in ipairs(allowed) do found = found or name == key end
    if not found and type(key) == "string" then
      self:fail("%s has no field '%s'%s", where, key, or_nearest(key, allowed))
    elseif not found then
      self:fail("%s has an entry [%s], and has only fields with names", where, tostring(key))
    end
  end
end

function Check:type(where, value, wanted)
  if type(value) ~= wanted then self:fail("%s is a %s, not a %s", where, wanted, type(value)) end
  return value
end

function Check:list(where, list)
  if type(list) ~= "table" then self:fail("%s is a list, not a %s", where, type(list)) end
  for key in pairs(list) do
    if math.type(key) ~= "integer" or key < 1 or key > #list then
      self:fail("%s is a list, and has a field '%s'", where, tostring(key))
    end
  end
  return list
end

function Check:identifier(where, name)
  if type(name) ~= "string" or not name:find("^[%a_][%w_]*$") or #name > 64 then
    self:fail("%s is '%s', and a name has letters, digits and _ alone", where, tostring(name))
  end
  return name
end

---- arguments ----------------------------------------------------------------------------------

-- The name in "same as NAME", or nil.
local function same_as(text) return type(text) == "string" and text:match("^same as ([%w_]+)$") end

function Check:dtype(where, dtype)
  if dtype == nil or dtype == "any" then return "any" end
  local other = same_as(dtype)
  if other then return { same = other } end
  local list = type(dtype) == "table" and self:list(where, dtype) or { dtype }
  if #list == 0 then self:fail("%s is empty, and so no type is allowed", where) end
  for i, name in ipairs(list) do
    if not is_dtype[name] then
      local near = native.type_near(tostring(name))
      self:fail("%s: '%s' is no type of elements%s", where, tostring(name),
        near and ("; did you mean '%s'?"):format(near) or "")
    end
    for k = 1, i - 1 do
      if list[k] == name then self:fail("%s has %s twice", where, name) end
    end
  end
  return table.move(list, 1, #list, 1, {})
end

function Check:size(where, size)
  if math.type(size) == "integer" then
    if size < 0 then self:fail("%s is %d, and no size is negative", where, size) end
    return size
  elseif dim.is(size) then
    return size
  elseif type(size) ~= "string" then
    self:fail("%s is a number or a text as \"n + 1\", not a %s", where, type(size))
  end
  local parsed, wrong = dim.parse(size)
  if not parsed then self:fail("%s is \"%s\": %s", where, size, wrong) end
  return parsed
end

function Check:shape(where, shape)
  if shape == nil then return nil end
  local other = same_as(shape)
  if other then return { same = other } end
  if type(shape) == "string" then
    self:fail("%s is a list of sizes or \"same as …\", not \"%s\"", where, shape)
  end
  local sizes = {}
  for i, size in ipairs(self:list(where, shape)) do
    sizes[i] = self:size(("%s[%d]"):format(where, i), size)
  end
  if #sizes > 6 then self:fail("%s has %d axes; there are at most 6", where, #sizes) end
  return sizes
end

function Check:rank(where, argument)
  local rank = argument.rank
  if rank == nil then return nil end
  if math.type(rank) ~= "integer" or rank < 0 or rank > 6 then
    self:fail("%s.rank is %s, and there are 0 to 6 axes", where, tostring(rank))
  end
  if argument.shape ~= nil then self:fail("%s has a shape and a rank; one says enough", where) end
  return rank
end

function Check:arguments(where, list, names)
  local arguments = {}
  for i, argument in ipairs(self:list(where, list)) do
    local place = ("%s[%d]"):format(where, i)
    if type(argument) == "string" then argument = { name = argument } end
    self:type(place, argument, "table")
    self:fields(place, argument, { "name", "dtype", "shape", "rank" })
    local name = self:identifier(place .. ".name", argument.name)
    if names[name] then self:fail("%s: the name '%s' is taken", place, name) end
    names[name] = true
    arguments[i] = {
      name = name,
      dtype = self:dtype(place .. ".dtype", argument.dtype),
      shape = self:shape(place .. ".shape", argument.shape),
      rank = self:rank(place, argument),
      -- What foreach may add of its own.
      says_dtype = argument.dtype ~= nil,
      says_shape = argument.shape ~= nil or argument.rank ~= nil,
    }
  end
  return arguments
end

-- "same as" leads to an argument that says it by itself.
function Check:follow(where, argument, arguments, field)
  local seen = {}
  local other = argument
  while type(other[field]) == "table" and other[field].same do
    local name = other[field].same
    if not arguments[name] then
      local names = {}
      for known in pairs(arguments) do names[#names + 1] = known end
      table.sort(names)
      self:fail("%s.%s: there is no argument '%s'%s", where, field, name, or_nearest(name, names))
    end
    if seen[name] or name == argument.name then
      self:fail("%s.%s is the same as its own", where, field)
    end
    seen[name] = true
    other = arguments[name]
  end
end

---- parameters ---------------------------------------------------------------------------------

local suffixes = { uint = "u", long = "l", ulong = "ul" }

---@param parameter table
---@param value number|boolean
---@return string # as the macro has it
function declaration.parameter_text(parameter, value)
  local kind = parameter.type
  if kind == "bool" then return value and "1" or "0" end
  if kind == "float" or kind == "double" then
    return native.float_text(value, kind)
  end
  return ("%d"):format(value) .. (suffixes[kind] or "")
end

local function is_finite(value) return value == value and math.abs(value) ~= math.huge end

function declaration.check_parameter(title, parameter, value)
  local function fail(message, ...)
    native.fail(("%s: parameter '%s' is %s, and %s"):format(title, parameter.name, tostring(value),
      message:format(...)))
  end
  local kind = parameter.type
  if kind == "bool" then
    if type(value) ~= "boolean" then fail("is true or false") end
    return value
  elseif type(value) ~= "number" then
    fail("is a number of type %s", kind)
  elseif not numbers.integers[kind] then
    if not is_finite(value) then fail("a macro has no such number") end
    return value + 0.0
  end
  local whole = math.tointeger(value)
  local holds = whole and numbers.convert(whole, "long", kind) == whole
  if not holds or (kind == "ulong" and whole < 0) then
    fail("its type is %s, which does not hold that", kind)
  end
  return whole
end

local parameter_types = {
  "bool", "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double",
}

function Check:parameters(list, names)
  local parameters = {}
  for i, parameter in ipairs(self:list("parameters", list)) do
    local place = ("parameters[%d]"):format(i)
    self:type(place, parameter, "table")
    self:fields(place, parameter, { "name", "type", "default", "example" })
    local name = self:identifier(place .. ".name", parameter.name)
    if names[name] then self:fail("%s: the name '%s' is taken", place, name) end
    names[name] = true
    local kind = parameter.type == nil and "int" or parameter.type
    local known = false
    for _, type_name in ipairs(parameter_types) do known = known or type_name == kind end
    if not known then
      self:fail("%s.type: '%s' is no type of a parameter%s", place, tostring(kind),
        or_nearest(tostring(kind), parameter_types))
    end
    local made = { name = name, type = kind }
    for _, field in ipairs { "default", "example" } do
      if parameter[field] ~= nil then
        made[field] = declaration.check_parameter(("%s: %s.%s"):format(self.title, place, field),
          made, parameter[field])
      end
    end
    parameters[i] = made
  end
  return parameters
end

---- kernels ------------------------------------------------------------------------------------

local function is_file_name(name)
  return type(name) == "string" and #name <= 128 and name:find("^[%w_][%w_.-]*$") ~= nil
end

function Check:kernels(list, arguments)
  if list == nil then return nil end
  local kernels = {}
  for i, kernel in ipairs(self:list("kernels", list)) do
    local place = ("kernels[%d]"):format(i)
    self:type(place, kernel, "table")
    self:fields(place, kernel, { "file", "name", "types", "arguments" })
    if not is_file_name(kernel.file) then
      self:fail("%s.file is '%s', and is the name of a file beside the operation's", place,
        tostring(kernel.file))
    end
    local types = {}
    for macro, argument in pairs(self:type(place .. ".types", kernel.types or {}, "table")) do
      self:identifier(place .. ".types", macro)
      if not arguments[argument] then
        self:fail("%s.types.%s: there is no argument '%s'", place, macro, tostring(argument))
      end
      types[macro] = argument
    end
    local taken = kernel.arguments and self:list(place .. ".arguments", kernel.arguments)
    for _, argument in ipairs(taken or {}) do
      if not arguments[argument] then
        self:fail("%s.arguments: there is no argument '%s'", place, tostring(argument))
      end
    end
    kernels[i] = {
      file = kernel.file,
      name = self:identifier(place .. ".name", kernel.name),
      types = types,
      arguments = taken and table.move(taken, 1, #taken, 1, {}),
    }
  end
  return kernels
end

---- symbols ------------------------------------------------------------------------------------

-- Each symbol must follow from the shapes, when all of them are known: [n//2] leaves n open.
function Check:symbols(made)
  local known = {}
  for _, parameter in ipairs(made.parameters) do
    if numbers.integers[parameter.type] and parameter.type ~= "bool" then
      known[parameter.name] = true
    else
      known[parameter.name] = false
    end
  end
  local sizes = {}
  for _, list in ipairs { made.inputs, made.outputs } do
    for _, argument in ipairs(list) do
      for _, size in ipairs(argument.shape or {}) do sizes[#sizes + 1] = { size, argument.name } end
    end
  end
  local progress = true
  while progress do
    progress = false
    for _, entry in ipairs(sizes) do
      local open
      for _, name in ipairs(dim.symbols(entry[1])) do
        if known[name] == false then
          self:fail("the shape of '%s' has '%s', which is a parameter and no whole number",
            entry[2], name)
        end
        if not known[name] then open = open and "" or name end
      end
      if open and open ~= "" and declaration.can_solve(entry[1], open) then
        known[open] = true
        progress = true
      end
    end
  end
  for _, entry in ipairs(sizes) do
    for _, name in ipairs(dim.symbols(entry[1])) do
      if not known[name] then
        self:fail("the shape of '%s' has [%s], and no shape or parameter says what %s is",
          entry[2], dim.text(entry[1]), name)
      end
    end
  end
end

---Whether the symbol follows from the size, where the others are known.
function declaration.can_solve(size, name)
  local others = {}
  for _, other in ipairs(dim.symbols(size)) do
    -- Any number that many others divide.
    if other ~= name then others[other] = 720720 end
  end
  size = dim.bind(size, others)
  return dim.is(size) and dim.solve(size, name, dim.bind(size, { [name] = 0 })) ~= nil
end

---- the whole ----------------------------------------------------------------------------------

local fields_of_operations = {
  "summary", "outputs", "inputs", "parameters", "kernels", "cpu", "gpu", "foreach", "graph",
  "gradient", "in_place",
}

-- Elements that correspond have, where nothing else is said, one type and one shape.
local function complete_foreach(made)
  local first = made.inputs[1]
  for _, list in ipairs { made.inputs, made.outputs } do
    for _, argument in ipairs(list) do
      if argument ~= first and first then
        if not argument.says_dtype then argument.dtype = { same = first.name } end
        if not argument.says_shape then argument.shape = { same = first.name } end
      end
    end
  end
end

function Check:paths(made)
  local elementwise, composed = made.foreach ~= nil, made.graph ~= nil
  if elementwise and composed or (elementwise or composed) and (made.cpu or made.gpu) then
    self:fail("foreach and graph each stand in place of all of cpu, gpu and the other one")
  elseif not (elementwise or composed or made.cpu or made.gpu) then
    self:fail("it has none of cpu, gpu, foreach and graph, and so does nothing")
  elseif made.kernels and (elementwise or composed) then
    self:fail("kernels are those that its gpu function launches, and it has none")
  end
  if elementwise and type(made.foreach) ~= "string" and type(made.foreach) ~= "function" then
    self:fail("foreach is an expression or a function, not a %s", type(made.foreach))
  end
end

---@param name string
---@param fields table
---@return table
function declaration.check(name, fields)
  local self = setmetatable({ title = ("op.register '%s'"):format(tostring(name)) }, Check)
  self:identifier("its name", name)
  if type(fields) ~= "table" then
    self:fail("the second argument is a table with inputs, outputs and more, not a %s",
      type(fields))
  end
  self:fields("the operation", fields, fields_of_operations)
  local made = { name = name, foreach = fields.foreach }
  for _, field in ipairs { "cpu", "gpu", "graph", "gradient" } do
    if fields[field] ~= nil then made[field] = self:type(field, fields[field], "function") end
  end
  if fields.summary ~= nil then made.summary = self:type("summary", fields.summary, "string") end
  made.in_place = false
  if fields.in_place ~= nil then
    made.in_place = self:type("in_place", fields.in_place, "boolean")
  end
  for _, field in ipairs { "outputs", "inputs" } do
    if fields[field] == nil then self:fail("the field '%s' is missing", field) end
  end
  local names = {}
  made.outputs = self:arguments("outputs", fields.outputs, names)
  made.inputs = self:arguments("inputs", fields.inputs, names)
  if #made.outputs == 0 then self:fail("outputs is empty: there is nothing to write") end
  self:paths(made)
  if made.foreach then complete_foreach(made) end
  local arguments = {}
  for _, field in ipairs { "outputs", "inputs" } do
    for _, argument in ipairs(made[field]) do arguments[argument.name] = argument end
  end
  for _, field in ipairs { "outputs", "inputs" } do
    for i, argument in ipairs(made[field]) do
      local where = ("%s[%d]"):format(field, i)
      self:follow(where, argument, arguments, "dtype")
      self:follow(where, argument, arguments, "shape")
    end
  end
  made.arguments = arguments
  made.parameters = self:parameters(fields.parameters or {}, names)
  made.kernels = self:kernels(fields.kernels, arguments)
  self:symbols(made)
  return made
end

return declaration
