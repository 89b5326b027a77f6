-- Arguments of an operation, held against its declaration: types, ranks and shapes.
--
-- An argument is described by { dtype = "float", shape = { 15 } }; sizes may be symbolic, and what
-- only symbols can tell is let through: it is checked again when they are known.
--
--     matching.parameters(declaration, given)    { input_size = 15, … }, defaults put in
--     matching.arguments(declaration, outputs, inputs, parameters)
--         { sizes = { n = 15, k = 4 }, dtypes = { out = "float", … }, shapes = { out = { 15 }, … } }
--         of all arguments, in the declaration's order
--     matching.infer(declaration, inputs, parameters, outputs)
--         the same, and as `outputs` a list of { dtype, shape }. `outputs` has what is already known
--         of them, in the same form, or is nil; it is needed for what the declaration leaves open
--
-- Errors name the operation, the argument and both sides:
-- "conv1d: argument 'kernel' has shape [5], but its declaration needs [k] with k = 4".

local declaration = require "graph.declaration"
local dim = require "graph.dim"
local native = require "graph.native"
local nearest = require "graph.nearest"
local numbers = require "graph.numbers"

local matching = {}

local Match = {}
Match.__index = Match

function Match:fail(message, ...)
  native.fail(self.name .. ": " .. message:format(...))
end

local function shape_text(shape)
  local sizes = {}
  for i, size in ipairs(shape) do sizes[i] = dim.text(size) end
  return "[" .. table.concat(sizes, ", ") .. "]"
end
matching.shape_text = shape_text

local function or_list(words)
  if #words == 1 then return words[1] end
  return table.concat(words, ", ", 1, #words - 1) .. " or " .. words[#words]
end

---- parameters ---------------------------------------------------------------------------------

function matching.parameters(made, given)
  given = given or {}
  if type(given) ~= "table" then
    native.fail(("%s: parameters are a table { name = value }, not a %s"):format(made.name,
      type(given)))
  end
  local names, known, values = {}, {}, {}
  for i, parameter in ipairs(made.parameters) do
    names[i] = parameter.name
    known[parameter.name] = true
  end
  for name in pairs(given) do
    if not known[name] then
      local near = type(name) == "string" and nearest(name, names)
      native.fail(("%s: there is no parameter '%s'%s"):format(made.name, tostring(name),
        near and ("; did you mean '%s'?"):format(near) or ""))
    end
  end
  for _, parameter in ipairs(made.parameters) do
    local value = given[parameter.name]
    if value == nil then
      value = parameter.default
    else
      value = declaration.check_parameter(made.name, parameter, value)
    end
    if value == nil then
      native.fail(("%s: the parameter '%s' (%s) has no value, and no default"):format(made.name,
        parameter.name, parameter.type))
    end
    values[parameter.name] = value
  end
  return values
end

---- types --------------------------------------------------------------------------------------

-- What an input that is declared to be the same as the output has: of `known`, by names.
function Match:of_input_like(output, field, known)
  for _, input in ipairs(self.made.inputs) do
    local other = input
    while known[input.name] and type(other[field]) == "table" and other[field].same do
      other = self.made.arguments[other[field].same]
      if other == output then return known[input.name] end
    end
  end
end

-- The argument's type where it follows from the declaration and what is known of others; else nil.
function Match:declared_dtype(argument)
  local dtype = argument.dtype
  if dtype.same then
    return self.dtypes[dtype.same] or self:declared_dtype(self.made.arguments[dtype.same])
  end
  if dtype ~= "any" and #dtype == 1 then return dtype[1] end
  return self.dtypes[argument.name] or self:of_input_like(argument, "dtype", self.dtypes)
end

function Match:check_dtype(argument, actual)
  local dtype, shape = argument.dtype, actual.shape
  if dtype == "any" then return end
  local place = ("%s '%s' is %s%s"):format(self:kind(argument), argument.name, actual.dtype,
    shape_text(shape))
  if dtype.same then
    local wanted = self:declared_dtype(self.made.arguments[dtype.same])
    if wanted and wanted ~= actual.dtype then
      self:fail("%s, but its declaration needs the type of '%s', which is %s", place, dtype.same,
        wanted)
    end
    return
  end
  for _, name in ipairs(dtype) do
    if name == actual.dtype then return end
  end
  self:fail("%s, but its declaration needs %s", place, or_list(dtype))
end

function Match:kind(argument)
  for _, output in ipairs(self.made.outputs) do
    if output == argument then return "output" end
  end
  return "argument"
end

---- shapes -------------------------------------------------------------------------------------

-- "n = 15, k = 4", of what the sizes need.
function Match:known_text(sizes)
  local parts, seen = {}, {}
  for _, size in ipairs(sizes) do
    for _, name in ipairs(dim.symbols(size)) do
      if self.sizes[name] and not seen[name] then
        seen[name] = true
        parts[#parts + 1] = name .. " = " .. dim.text(self.sizes[name])
      end
    end
  end
  return table.concat(parts, ", ")
end

-- Whether two sizes are certainly not the same.
local function differ(a, b)
  if a == b then return false end
  if not dim.is(a) and not dim.is(b) then return true end
  return math.type(a - b) == "integer"
end

function Match:fail_shape(argument, actual, wanted)
  local known = self:known_text(wanted)
  local needs = shape_text(wanted)
  local computed = {}
  for i, size in ipairs(wanted) do
    computed[i] = self:value_of(size) or size
  end
  local result = shape_text(computed)
  local is_plain = true
  for _, size in ipairs(wanted) do
    is_plain = is_plain and (not dim.is(size) or dim.text(size):find("^[%a_][%w_]*$") ~= nil)
  end
  if not is_plain and result ~= needs then needs = needs .. " = " .. result end
  self:fail("%s '%s' has shape %s, but its declaration needs %s%s", self:kind(argument),
    argument.name, shape_text(actual), needs, known ~= "" and " with " .. known or "")
end

-- The size with all of its symbols known, else nil.
function Match:value_of(size)
  if not dim.is(size) then return size end
  for _, name in ipairs(dim.symbols(size)) do
    if not self.sizes[name] then return nil, name end
  end
  return dim.bind(size, self.sizes)
end

-- The only symbol of the size that is not known; nil if there are none or several.
function Match:open_symbol(size)
  local open
  for _, name in ipairs(dim.symbols(size)) do
    if not self.sizes[name] then
      if open then return nil end
      open = name
    end
  end
  return open
end

-- What the symbol must be for the size to be `actual`. Names of the graph's symbols are other ones
-- than the declaration's, though they may read the same.
local unknown = "unknown_of_the_declaration"
function Match:solve(size, name, actual)
  local others = { [name] = dim.symbol(unknown) }
  for _, other in ipairs(dim.symbols(size)) do
    if other ~= name then others[other] = self.sizes[other] end
  end
  return dim.solve(dim.bind(size, others), unknown, actual)
end

-- Takes symbols from sizes that are known until nothing more follows.
function Match:bind_symbols(arguments, actual)
  local progress = true
  while progress do
    progress = false
    for _, argument in ipairs(arguments) do
      local there = actual[argument.name]
      local shape = there and there.shape and argument.shape
      for axis, size in ipairs(shape and not shape.same and shape or {}) do
        local name = self:open_symbol(size)
        local solved = name and self:solve(size, name, there.shape[axis])
        if solved then
          self.sizes[name] = solved
          progress = true
        end
      end
    end
  end
end

-- The shape that "same as" leads to, of what is known, and whose it is; else the declared list or nil.
function Match:declared_shape(argument)
  local shape = argument.shape
  while shape and shape.same do
    argument = self.made.arguments[shape.same]
    if self.shapes[argument.name] then return self.shapes[argument.name], argument.name end
    shape = argument.shape
  end
  if shape then return shape end
  local like = self:of_input_like(argument, "shape", self.shapes)
  return like, like and argument.name
end

function Match:check_rank(argument, shape)
  local rank = argument.rank or argument.shape and not argument.shape.same and #argument.shape
  if not rank or rank == #shape then return end
  if argument.shape then self:fail_shape(argument, shape, argument.shape) end
  self:fail("%s '%s' has shape %s, but its declaration needs %d %s", self:kind(argument),
    argument.name, shape_text(shape), rank, rank == 1 and "axis" or "axes")
end

function Match:check_shape(argument, shape)
  if not argument.shape then return end
  if argument.shape.same then
    local wanted, name = self:declared_shape(argument)
    local same = not wanted or #wanted == #shape
    for axis = 1, same and wanted and #wanted or 0 do
      local size = name and wanted[axis] or self:value_of(wanted[axis])
      same = same and not (size and differ(size, shape[axis]))
    end
    if not same then
      self:fail("%s '%s' has shape %s, but its declaration needs that of '%s', which is %s",
        self:kind(argument), argument.name, shape_text(shape), argument.shape.same,
        shape_text(wanted))
    end
    return
  end
  for axis, size in ipairs(argument.shape) do
    local wanted = self:value_of(size)
    if not wanted or differ(wanted, shape[axis]) then
      self:fail_shape(argument, shape, argument.shape)
    end
  end
end

---- the whole ----------------------------------------------------------------------------------

local function new_match(made, parameters)
  local self = setmetatable({
    made = made,
    name = made.name,
    sizes = {},
    dtypes = {},
    shapes = {},
  }, Match)
  for _, parameter in ipairs(made.parameters) do
    if numbers.integers[parameter.type] and parameter.type ~= "bool" then
      self.sizes[parameter.name] = parameters[parameter.name]
    end
  end
  return self
end

local function texts_of(list)
  local names = {}
  for i, argument in ipairs(list) do names[i] = argument.name end
  return table.concat(names, ", ")
end

-- Their types and shapes by name; `given` is a list.
function Match:take(arguments, given, what)
  if #given ~= #arguments then
    self:fail("it has %d %s%s (%s), and here are %d", #arguments, what,
      #arguments == 1 and "" or "s", texts_of(arguments), #given)
  end
  local actual = {}
  for i, argument in ipairs(arguments) do
    actual[argument.name] = given[i]
    self.dtypes[argument.name] = given[i].dtype
    self.shapes[argument.name] = given[i].shape
  end
  return actual
end

function Match:check(arguments, actual)
  for _, argument in ipairs(arguments) do
    local there = actual[argument.name]
    if there.shape then self:check_rank(argument, there.shape) end
  end
  self:bind_symbols(arguments, actual)
  for _, argument in ipairs(arguments) do
    local there = actual[argument.name]
    self:check_dtype(argument, there)
    self:check_shape(argument, there.shape)
  end
end

function Match:result(parameters)
  for _, parameter in ipairs(self.made.parameters) do self.sizes[parameter.name] = nil end
  return {
    parameters = parameters,
    sizes = self.sizes,
    dtypes = self.dtypes,
    shapes = self.shapes,
  }
end

function matching.arguments(made, outputs, inputs, parameters)
  local self = new_match(made, parameters)
  local actual = self:take(made.inputs, inputs, "input")
  -- First the inputs alone, so that a wrong one is not held against an output; then those that are to
  -- be the same as an output.
  self:check(made.inputs, actual)
  self:check(made.outputs, self:take(made.outputs, outputs, "output"))
  self:check(made.inputs, actual)
  return self:result(parameters)
end

-- What the declaration and the inputs say of an output, completed by what is given.
function Match:infer_output(argument, given)
  local dtype = self:declared_dtype(argument) or given and given.dtype
  if not dtype then
    self:fail("the type of output '%s' follows from nothing: give it in out_types", argument.name)
  end
  self.dtypes[argument.name] = dtype
  local declared, other = self:declared_shape(argument)
  local shape
  if declared and other then
    shape = declared
  elseif declared then
    shape = {}
    for axis, size in ipairs(declared) do
      local value, open = self:value_of(size)
      if not value then
        value = given and given.shape and given.shape[axis]
      end
      if not value then
        self:fail("the shape of output '%s' is %s, and %s follows from nothing: give it in " ..
          "out_types", argument.name, shape_text(declared), open)
      end
      if not dim.is(value) and value < 0 then
        self:fail("the shape of output '%s', %s with %s, would be negative", argument.name,
          shape_text(declared), self:known_text(declared))
      end
      shape[axis] = value
    end
  else
    shape = given and given.shape
  end
  if not shape then
    self:fail("the shape of output '%s' follows from nothing: give it in out_types", argument.name)
  end
  self.shapes[argument.name] = shape
  return { dtype = dtype, shape = shape }
end

function matching.infer(made, inputs, parameters, outputs)
  local self = new_match(made, parameters)
  local actual = self:take(made.inputs, inputs, "input")
  self:check(made.inputs, actual)
  local results = {}
  if outputs and #outputs ~= #made.outputs then
    self:fail("it has %d output%s (%s), and out_types has %d", #made.outputs,
      #made.outputs == 1 and "" or "s", texts_of(made.outputs), #outputs)
  end
  for i, argument in ipairs(made.outputs) do
    local given = outputs and outputs[i]
    if given and given.shape then
      self:check_rank(argument, given.shape)
      self:bind_symbols({ argument }, { [argument.name] = given })
    end
    results[i] = self:infer_output(argument, given)
    local there = {
      dtype = given and given.dtype or results[i].dtype,
      shape = given and given.shape or results[i].shape,
    }
    self:check_rank(argument, there.shape)
    self:check_dtype(argument, there)
    self:check_shape(argument, there.shape)
  end
  self:check(made.inputs, actual)
  local result = self:result(parameters)
  result.outputs = results
  return result
end

return matching
