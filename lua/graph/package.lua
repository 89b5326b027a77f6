-- Checks a folder of operations before it becomes a package, and says what is in it.
--
--     package.check { name = "ops", files = { ["conv1d.lua"] = "…", … }, compile = true }
--       → { operations = { … }, faults = { { file = "conv1d.lua", message = "…" }, … } }
--
-- Each NAME.lua is run, in the order of names; its declarations are checked by op.register. With
-- `compile`, the kernels of each operation are compiled on the context of the script's device, for
-- each combination of types that it allows where they are macros of the kernel, and with its
-- parameters' defaults or examples. A kernel's leading parameters must take the operation's outputs
-- and then its inputs: pointers to global memory (inputs: or constant memory) of that type, to const
-- where they are only read. Expressions of foreach are read for each combination, too.
--
-- What is checked is somebody else's: it is run by `workbench package` behind walls.

local declaration = require "graph.declaration"
local files = require "graph.files"
local libraries = require "graph.libraries"
local matching = require "graph.matching"
local native = require "graph.native"

local package = {}

package.MOST_COMBINATIONS = 100

---- combinations of types ----------------------------------------------------------------------

local any = { "char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double" }

-- The argument that decides the type of this one.
local function origin_of(made, argument)
  while type(argument.dtype) == "table" and argument.dtype.same do
    argument = made.arguments[argument.dtype.same]
  end
  return argument
end

-- All ways to give types to the arguments: a list of name → type; nil: there are too many.
local function combinations(made, names)
  local origins, seen = {}, {}
  for _, name in ipairs(names) do
    local origin = origin_of(made, made.arguments[name])
    if not seen[origin] then
      seen[origin] = true
      origins[#origins + 1] = origin
    end
  end
  local list = { {} }
  for _, origin in ipairs(origins) do
    local longer = {}
    for _, combination in ipairs(list) do
      for _, dtype in ipairs(origin.dtype == "any" and any or origin.dtype) do
        local one = { [origin.name] = dtype }
        for name, other in pairs(combination) do one[name] = other end
        longer[#longer + 1] = one
      end
    end
    list = longer
    if #list > package.MOST_COMBINATIONS then return nil end
  end
  for _, combination in ipairs(list) do
    for name, argument in pairs(made.arguments) do
      combination[name] = combination[origin_of(made, argument).name] or combination[name]
    end
  end
  return list
end

-- What an argument may be, of all combinations.
local function allowed(made, argument)
  local origin = origin_of(made, argument)
  return origin.dtype == "any" and declaration.dtypes or origin.dtype
end

---- kernels ------------------------------------------------------------------------------------

local function element_of(dtype) return dtype == "bool" and "uchar" or dtype end

-- "__global const float4 *input" → memory, whether it is const, "float"; nil: it is no pointer.
local function read_parameter(text)
  local memory, rest = text:match("^__(%l+) (.*)$")
  if not memory then return nil end
  local constant = rest:find("^const ") ~= nil
  rest = rest:gsub("^const ", "")
  local dtype = rest:match("^(.-) %*[%w_]*$")
  if not dtype then return nil end
  return memory, constant, (dtype:gsub("^(%l+)%d+$", "%1"))
end

local function is_input(made, argument)
  for _, input in ipairs(made.inputs) do
    if input == argument then return true end
  end
  return false
end

-- What is wrong with one parameter; nil: nothing. `dtype` is the type here, nil: one of several.
local function wrong_parameter(made, argument, dtype, text)
  local memory, constant, element = read_parameter(text)
  local input = is_input(made, argument)
  local what = ("%s '%s'"):format(input and "input" or "output", argument.name)
  if not memory then
    return ("'%s' is no pointer, and must take the %s"):format(text, what)
  elseif memory ~= "global" and not (input and memory == "constant") then
    return ("'%s' is in %s memory, and the %s is in global memory"):format(text, memory, what)
  end
  local good = dtype and element_of(dtype) == element
  for _, name in ipairs(dtype and {} or allowed(made, argument)) do
    good = good or element_of(name) == element
  end
  if not good then
    return ("'%s' is for %s, and the %s is %s"):format(text, element, what,
      dtype or table.concat(allowed(made, argument), " or "))
  elseif input and memory == "global" and not constant and not made.in_place then
    return ("'%s' may write the %s: it must be const"):format(text, what)
  elseif not input and constant then
    return ("'%s' is const, and the kernel must write the %s"):format(text, what)
  end
end

local function check_parameters(made, kernel, types, spelled, fault)
  local parameters = {}
  for text in spelled:match("%((.*)%)$"):gmatch("[^,]+") do
    text = text:match("^%s*(.-)%s*$")
    if text ~= "void" then parameters[#parameters + 1] = text end
  end
  local names = kernel.arguments
  if not names then
    names = {}
    for _, list in ipairs { made.outputs, made.inputs } do
      for _, argument in ipairs(list) do names[#names + 1] = argument.name end
    end
  end
  for i, name in ipairs(names) do
    local argument = made.arguments[name]
    if not parameters[i] then
      fault("kernel %s has %d parameters, and none for '%s': it begins with %s", kernel.name,
        #parameters, name, table.concat(names, ", "))
      return
    end
    local wrong = wrong_parameter(made, argument, types[name], parameters[i])
    if wrong then
      fault("kernel %s, parameter %d: %s", kernel.name, i, wrong)
      return
    end
  end
end

-- The values with which it is compiled; nil and the name where one has none.
local function example_values(made)
  local values = {}
  for _, parameter in ipairs(made.parameters) do
    local value = parameter.default
    if value == nil then value = parameter.example end
    if value == nil then return nil, parameter.name end
    values[parameter.name] = declaration.parameter_text(parameter, value)
  end
  return values
end

local function types_text(kernel, types)
  local parts = {}
  for macro, name in pairs(kernel.types) do
    parts[#parts + 1] = ("%s=%s"):format(macro, element_of(types[name]))
  end
  table.sort(parts)
  return #parts > 0 and " with " .. table.concat(parts, " ") or ""
end

-- The text of an error without the place of this file.
local function plain(message) return (tostring(message):gsub("^[^\n:]*:%d+: ", "")) end

local function check_kernel(made, kernel, context, fault)
  local names = {}
  for _, name in pairs(kernel.types) do names[#names + 1] = name end
  table.sort(names)
  local list = combinations(made, names)
  if not list then
    fault("kernel %s would be compiled for more than %d combinations of types", kernel.name,
      package.MOST_COMBINATIONS)
    return
  end
  local values, missing = example_values(made)
  if not values then
    fault("kernel %s is compiled with a value of each parameter, and '%s' has no default and no " ..
      "example", kernel.name, missing)
    return
  end
  for _, types in ipairs(list) do
    local defines = {}
    for name, text in pairs(values) do defines[name] = text end
    for macro, name in pairs(kernel.types) do defines[macro] = element_of(types[name]) end
    local good, result = pcall(function()
      local what = made.files:kernel(kernel.file)
      what.name, what.defines = kernel.name, defines
      return tostring(context:compile_function(what))
    end)
    if not good then
      fault("kernel %s%s: %s", kernel.name, types_text(kernel, types), plain(result))
      return
    end
    check_parameters(made, kernel, types, result, fault)
  end
end

-- Those that the declaration names; else NAME.cl with the kernel NAME, where that file is there.
local function kernels_of(made)
  if made.kernels then return made.kernels end
  local file = made.name .. ".cl"
  if made.gpu and made.files:text(file) then
    return { { file = file, name = made.name, types = {} } }
  end
  return {}
end

---- expressions --------------------------------------------------------------------------------

-- Operations on types alone, for reading an expression.
local function operations_on_types()
  local elementwise = require "graph.elementwise"
  local on_types = {}
  for _, row in ipairs(elementwise.list) do
    on_types[row.name] = function(...)
      local dtype
      for _, operand in ipairs { ... } do
        if type(operand) == "table" then dtype = operand.dtype end
      end
      return { dtype = row.gives == "bool" and "bool" or dtype }
    end
  end
  function on_types.where(_, a, b) return { dtype = (type(a) == "table" and a or b).dtype } end
  function on_types.cast(_, dtype) return { dtype = dtype } end
  function on_types.constant(_, dtype) return { dtype = dtype } end
  return on_types
end

-- Of "any" type the ones that are computed with.
local function check_expression(made, fault)
  local expression = require "graph.expression"
  local names = {}
  for name in pairs(made.arguments) do names[#names + 1] = name end
  table.sort(names)
  local list = combinations(made, names)
  for _, types in ipairs(list or {}) do
    local good, result = pcall(function()
      local known = {}
      for _, input in ipairs(made.inputs) do known[input.name] = { dtype = types[input.name] } end
      for _, parameter in ipairs(made.parameters) do
        local value = parameter.default
        if value == nil then value = parameter.example end
        if type(value) == "boolean" then value = value and 1 or 0 end
        known[parameter.name] = value == nil and 1 or value
      end
      local output_types = {}
      for _, output in ipairs(made.outputs) do output_types[output.name] = types[output.name] end
      return expression.compile(made.foreach, known, {
        operations = operations_on_types(),
        title = ("foreach '%s'"):format(made.name),
        types = output_types,
      })
    end)
    local any_of_them = made.inputs[1] and origin_of(made, made.inputs[1]).dtype == "any"
    if not good and not any_of_them then
      fault("%s", plain(result))
      return
    elseif good then
      for _, output in ipairs(made.outputs) do
        if result[output.name] == nil then
          fault("foreach '%s': the output '%s' is never assigned", made.name, output.name)
        end
      end
      if any_of_them then return end
    elseif types == list[#list] then
      fault("%s", plain(result))
    end
  end
end

---- what is in it ------------------------------------------------------------------------------

local function dtype_text(dtype)
  if dtype == "any" then return "any" end
  return dtype.same and "same as " .. dtype.same or dtype
end

local function describe_argument(argument)
  local shape = argument.shape
  if shape then shape = shape.same and "same as " .. shape.same or matching.shape_text(shape) end
  return {
    name = argument.name,
    dtype = dtype_text(argument.dtype),
    shape = shape,
    rank = argument.rank,
  }
end

-- "input: float or double[n]"
local function argument_text(argument)
  local dtype, shape = argument.dtype, argument.shape
  if type(dtype) == "table" then
    dtype = dtype.same and "as " .. dtype.same or table.concat(dtype, " or ")
  end
  local text = argument.name .. ": " .. dtype
  if shape then
    text = text .. (shape.same and ", shape as " .. shape.same or matching.shape_text(shape))
  elseif argument.rank then
    text = ("%s, %d %s"):format(text, argument.rank, argument.rank == 1 and "axis" or "axes")
  end
  return text
end

-- "conv1d(out: as input[n]; input: float or double[n])": outputs before the semicolon.
local function signature_of(made)
  local lists = {}
  for i, list in ipairs { made.outputs, made.inputs } do
    local texts = {}
    for k, argument in ipairs(list) do texts[k] = argument_text(argument) end
    lists[i] = table.concat(texts, ", ")
  end
  return ("%s(%s)"):format(made.name, table.concat(lists, "; "))
end

-- "parameters: TAPS (int) = 4" and "gpu, gradient"
local function details_of(made, targets)
  local parameters = {}
  for i, parameter in ipairs(made.parameters) do
    local default = ""
    if parameter.default ~= nil then default = " = " .. tostring(parameter.default) end
    parameters[i] = ("%s (%s)%s"):format(parameter.name, parameter.type, default)
  end
  local words = table.concat(targets, ", ")
  if made.gradient then words = words .. ", with a gradient" end
  if #parameters == 0 then return words end
  return "parameters: " .. table.concat(parameters, ", ") .. "\n" .. words
end

local function describe_list(list, describe)
  local described = {}
  for i, item in ipairs(list) do described[i] = describe(item) end
  return described
end

local function describe(made, file)
  local targets = {}
  for _, path in ipairs { "cpu", "gpu", "foreach", "graph" } do
    if made[path] then targets[#targets + 1] = path end
  end
  return {
    name = made.name,
    file = file,
    summary = made.summary,
    signature = signature_of(made),
    details = details_of(made, targets),
    outputs = describe_list(made.outputs, describe_argument),
    inputs = describe_list(made.inputs, describe_argument),
    parameters = describe_list(made.parameters, function(parameter)
      return { name = parameter.name, type = parameter.type, default = parameter.default }
    end),
    kernels = describe_list(kernels_of(made), function(kernel)
      return { file = kernel.file, name = kernel.name }
    end),
    paths = targets,
    gradient = made.gradient ~= nil,
    in_place = made.in_place,
  }
end

---- the whole ----------------------------------------------------------------------------------

local function new_fault(faults, file)
  return function(message, ...)
    faults[#faults + 1] = { file = file, message = message:format(...) }
  end
end

---@param request { name: string, files: table<string, string>, compile?: boolean }
---@param context? gpu.DeviceContext # of kernels, with `compile`
---@return { operations: table[], faults: { file: string, message: string }[] }
function package.check(request, context)
  local faults, operations = {}, {}
  local source = files.of_texts(request.name, request.files)
  source.quiet = true
  local library = { operations = {}, names = {}, path = request.name, files = source }
  for _, file in ipairs(source.names) do
    if file:find("^[^_].*%.lua$") then
      local before = #library.names
      local good, message = pcall(libraries.run_file, library, file)
      if not good then
        new_fault(faults, file)("%s", tostring(message))
      elseif #library.names == before then
        new_fault(faults, file)("it registers no operation; a file for others begins with _")
      end
    end
  end
  for i, name in ipairs(library.names) do
    local made = library.operations[name]
    local fault = new_fault(faults, made.file)
    operations[i] = describe(made, made.file)
    if request.compile then
      for _, kernel in ipairs(kernels_of(made)) do check_kernel(made, kernel, context, fault) end
    end
    if type(made.foreach) == "string" then check_expression(made, fault) end
  end
  if #library.names == 0 and #faults == 0 then
    new_fault(faults, request.name)("there is no operation: a file NAME.lua that calls op.register")
  end
  return { operations = operations, faults = faults }
end

-- What the program is that `workbench package` runs: a request as JSON, and the answer on its output.
function package.main(text)
  local request = native.decode(text)
  local context = request.compile and require "gpu".DeviceContext() or nil
  print(native.encode(package.check(request, context)))
end

return package
