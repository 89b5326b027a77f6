-- Libraries of operations: what op.lua registers, and where calls and graphs find it by name.
--
--     libraries.add(made)              a declaration (declaration.lua), to the library whose file is being run
--     libraries.open(path)             the library of a folder or a package, opened once
--     libraries.run_file(library, name)
--     libraries.list { "ops", lib, "more.ops" }   → list of libraries
--     libraries.find(name, list)       a declaration; raises, with the nearest name
--     libraries.find_in(library, name)
--
-- A library is { operations = name → declaration, names = sorted list, path = …, files = … }. What
-- scripts register by themselves is in one without a path.

local files = require "graph.files"
local native = require "graph.native"
local nearest = require "graph.nearest"

local libraries = {}

local own = { operations = {}, names = {} }

-- The library whose files are being run, and the file.
local loading, loading_file

---The libraries of what scripts have from op.CustomOpLibrary.
libraries.of = setmetatable({}, { __mode = "k" })

---@param made table # a declaration
function libraries.add(made)
  local library = loading or own
  local other = library.operations[made.name]
  if other then
    native.fail(("op.register '%s': there is one already, registered at %s"):format(made.name,
      other.place))
  end
  made.place = native.where() or "?"
  made.file = loading_file
  made.files = library.files or files.beside_script()
  library.operations[made.name] = made
  table.insert(library.names, made.name)
  table.sort(library.names)
end

---Runs a file of a library, which registers its operations there.
---@param library table
---@param name string # NAME.lua
function libraries.run_file(library, name)
  local before, before_file = loading, loading_file
  loading, loading_file = library, name
  local good, message = pcall(library.files.run, library.files, name, require "op")
  loading, loading_file = before, before_file
  if not good then error(message, 0) end
end

-- By what native.resolve and the name come to.
local opened = {}

---The library of a folder or a package, opened once.
---@param path string
---@return table
function libraries.open(path)
  if type(path) ~= "string" then
    native.fail(("CustomOpLibrary: the name of a folder or of a package is needed, not a %s"):format(
      type(path)))
  end
  local source = files.open(path)
  local library = opened[source.path]
  if not library then
    library = { operations = {}, names = {}, path = path, files = source }
    for _, name in ipairs(source.names) do
      if name:find("^[^_].*%.lua$") then libraries.run_file(library, name) end
    end
    if #library.names == 0 then
      native.fail(("CustomOpLibrary: %s has no operations: a file NAME.lua that calls op.register")
        :format(path))
    end
    opened[source.path] = library
  end
  return library
end

local function fail_unknown(name, names, where)
  local near = type(name) == "string" and nearest(name, names)
  local hint = ""
  if near then
    hint = ("; did you mean '%s'?"):format(near)
  elseif #names > 0 and #names <= 12 then
    hint = "; there are " .. table.concat(names, ", ")
  end
  native.fail(("there is no operation '%s'%s%s"):format(tostring(name), where, hint))
end

---@param name string
---@param list? table[] # of libraries.list; what this script registered comes last
---@return table # the declaration
function libraries.find(name, list)
  local names = {}
  local searched = table.move(list or {}, 1, #(list or {}), 1, {})
  searched[#searched + 1] = own
  for _, library in ipairs(searched) do
    if library.operations[name] then return library.operations[name] end
    table.move(library.names, 1, #library.names, #names + 1, names)
  end
  local where = ""
  if #searched == 1 and #names == 0 then
    where = ": register it with op.register, or name its folder in custom_extensions"
  end
  fail_unknown(name, names, where)
end

---@param library table
---@param name string
---@return table # the declaration
function libraries.find_in(library, name)
  local made = library.operations[name]
  if not made then fail_unknown(name, library.names, " in " .. library.path) end
  return made
end

---What the operations of this script and of these libraries are found in.
---@param list (string|table)[] # folders, packages, and what CustomOpLibrary gave
---@return table[]
function libraries.list(list)
  local found = {}
  for i, entry in ipairs(list or {}) do found[i] = libraries.of[entry] or libraries.open(entry) end
  return found
end

return libraries
