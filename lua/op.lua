-- Operations by name: registered with what they take and give, called with tensors on the CPU or
-- with buffers on a device, and used in graphs (ops.custom). docs/operations.md is the manual.
--
--     op.register("conv1d", { inputs = …, outputs = …, gpu = function(ctx, out, x, k, call) end })
--     local lib = op.CustomOpLibrary "ops"            a folder, or a package: NAME.ops
--     lib.conv1d(out, input, kernel)
--     lib.conv1d:with { conv_size = 4 }(out, input, kernel)
--     local out = lib.conv1d(input, kernel)           in a graph: of values, without destinations
--
-- What stands behind these: graph/declaration.lua checks what is registered, graph/libraries.lua has it by name,
-- and graph/operation.lua calls it.

local array = require "graph.array"
local declaration = require "graph.declaration"
local libraries = require "graph.libraries"
local matching = require "graph.matching"
local native = require "graph.native"
local operation = require "graph.operation"

local op = {}

---@class op.Argument
---@field name string
---@field dtype? string|string[] # "float", { "float", "double" }, "any" or "same as NAME"
---@field shape? (string|integer)[]|string # sizes, as "n + 1", or "same as NAME"
---@field rank? integer # in place of a shape

---@class op.Parameter
---@field name string
---@field type? string # "int" if not said
---@field default? number|boolean
---@field example? number|boolean # with which a package is checked, where there is no default

---@class op.Fields
---@field summary? string
---@field outputs (op.Argument|string)[]
---@field inputs (op.Argument|string)[]
---@field parameters? op.Parameter[]
---@field kernels? { file: string, name: string, types?: table<string, string> }[]
---@field cpu? fun(...) # outputs, inputs and the call: tensors
---@field gpu? fun(ctx: gpu.Queue, ...) # outputs, inputs and the call: buffers
---@field foreach? string|fun(...): any
---@field graph? fun(...): any
---@field gradient? fun(call: table): table
---@field in_place? boolean # an output may be an input

---Makes an operation known under a name: to the library whose file this is, else to this script.
---@param name string
---@param fields op.Fields
function op.register(name, fields)
  local made = declaration.check(name, fields)
  if type(made.foreach) == "string" then operation.check_expression(made) end
  libraries.add(made)
end

---A device's buffer with a shape.
---@param buffer gpu.Buffer
---@param shape integer[]|integer
---@param dtype? string # the buffer's; "bool" for a uchar
function op.Array(buffer, shape, dtype)
  if native.side(buffer) ~= "device" then
    native.fail(("op.Array: the first argument is a buffer of a device, not a %s"):format(
      type(buffer)))
  end
  return array.new(buffer, shape, dtype)
end

local Operation = {}
Operation.__index = Operation
Operation.__name = "operation"


-- In a graph it takes the inputs alone, and gives the outputs.
local function call_in_graph(self, ...)
  local value, made, given = require "graph.value", self.declaration, table.pack(...)
  if given.n ~= #made.inputs then
    native.fail(("%s: it takes %d value%s of the graph, and here are %d arguments"):format(made.name,
      #made.inputs, #made.inputs == 1 and "" or "s", given.n))
  end
  for i = 1, given.n do
    if not value.is(given[i]) then
      native.fail(("%s: '%s' is a %s, and must be a value of the graph"):format(made.name,
        made.inputs[i].name, type(given[i])))
    end
  end
  return table.unpack(require("graph.custom").of(made, given, self.parameters))
end

function Operation.__call(self, ...)
  if require("graph.value").builder() then return call_in_graph(self, ...) end
  operation.call(self.declaration, self.parameters, ...)
end
function Operation.__tostring(self) return "operation " .. self.declaration.name end

---The same operation with values of its parameters.
---@param parameters table<string, number|boolean>
function Operation:with(parameters)
  matching.parameters(self.declaration, parameters)
  return setmetatable({ declaration = self.declaration, parameters = parameters }, Operation)
end

local function callable(made) return setmetatable({ declaration = made }, Operation) end

-- A table of callables.
local Library = { __name = "CustomOpLibrary" }
function Library.__index(self, name)
  local found = callable(libraries.find_in(libraries.of[self], name))
  rawset(self, name, found)
  return found
end
function Library.__newindex(self, name)
  native.fail(("an operation is registered in a file of %s, and not assigned ('%s')"):format(
    libraries.of[self].path, tostring(name)))
end
function Library.__tostring(self)
  local library = libraries.of[self]
  return ("CustomOpLibrary %s: %s"):format(library.path, table.concat(library.names, ", "))
end
-- The operations by name, all of them.
function Library.__pairs(self)
  local names, i = libraries.of[self].names, 0
  return function()
    i = i + 1
    if names[i] then return names[i], self[names[i]] end
  end
end

---The operations of a folder or a package.
---@param path string # a folder beside the script or in the current folder, or NAME.ops
---@return table<string, fun(...)>
function op.CustomOpLibrary(path)
  local library = libraries.open(path)
  local given = setmetatable({}, Library)
  libraries.of[given] = library
  return given
end

---An operation that this script registered, to be called.
---@param name string
function op.get(name) return callable(libraries.find(name)) end

return op
