-- The files of a library of operations: a folder, a package, or what lies beside a script.
--
--     files.open(path)          a folder's or, where the name ends in .ops, a package's
--     files.of_texts(path, texts)   of texts by name, as a package has them
--     files.beside_script()     for operations that a script registers itself; it has only kernel
--
-- They have: path, names (sorted), and
--
--     f:text(name)              a file's text, or nil
--     f:run(name, op)           runs NAME.lua in an environment of its own
--     f:kernel(name)            what compile_function takes: { file = … } or { source = … }
--     f.quiet                   set it, and what the files print is not shown
--
-- The environment has Lua's safe functions and libraries, and `require`, which gives the modules
-- `op`, `ops`, `graph`, `gpu` and `tensor`, and those files of the library whose names begin with _,
-- as "_shared", each run once; these are no operations.

local native = require "graph.native"

local files = {}

local Files = {}
Files.__index = Files

local endings = { lua = true, cl = true, h = true }
files.MOST_FILES = 1000
files.MOST_BYTES = 4 << 20 -- of one file

---Whether a file of that name belongs to a library.
---@param name string
function files.belongs(name)
  local ending = name:match("^[%w_][%w_.-]*%.(%l+)$")
  return ending ~= nil and endings[ending] == true and #name <= 128
end

---- running ------------------------------------------------------------------------------------

local safe = {
  "assert", "error", "ipairs", "next", "pairs", "pcall", "print", "rawequal", "rawget", "rawlen",
  "rawset", "select", "setmetatable", "tonumber", "tostring", "type", "xpcall",
}
local safe_libraries = { "string", "table", "math", "utf8" }
local modules = { op = true, ops = true, graph = true, gpu = true, tensor = true }
local globals = _G or _ENV
local require_module = require

local function copy_of(library)
  local copy = {}
  for name, value in pairs(library) do copy[name] = value end
  return copy
end

-- What is being run of the library is not run again.
function Files:require(name, op)
  if name == "op" then return op end
  if modules[name] then return require_module(name) end
  local file = tostring(name) .. ".lua"
  if not tostring(name):find("^_[%w_]*$") or not self:text(file) then
    native.fail(("there is no module '%s' for operations: they have op, ops, graph, gpu, tensor, " ..
      "and files of %s whose names begin with _"):format(tostring(name), self.path))
  end
  local loaded = self.loaded[name]
  if loaded == files then native.fail(("module '%s' requires itself"):format(name)) end
  if loaded == nil then
    self.loaded[name] = files
    local good, result = pcall(self.run, self, file, op)
    self.loaded[name] = nil
    if not good then error(result, 0) end
    loaded = result == nil and true or result
    self.loaded[name] = loaded
  end
  return loaded
end

function Files:environment(op)
  local environment = {}
  for _, name in ipairs(safe) do environment[name] = globals[name] end
  for _, name in ipairs(safe_libraries) do environment[name] = copy_of(globals[name]) end
  environment.string.dump = nil
  if self.quiet then environment.print = function() end end
  environment._G = environment
  environment.op = op
  environment.require = function(name) return self:require(name, op) end
  return environment
end

function Files:run(name, op)
  local chunk, wrong = native.load(self:text(name), "@" .. self:name_of(name), self:environment(op))
  if not chunk then error(wrong, 0) end -- it begins with its place
  return (chunk())
end

-- As messages call it.
function Files:name_of(name) return self.path .. "/" .. name end

---- kernels ------------------------------------------------------------------------------------

-- A text with the files that it includes in their places. Lines keep the numbers of their files.
function Files:included(name, depth)
  local text = self:text(name)
  if not text then return nil end
  if depth > 32 then native.fail(("%s: its includes have no end"):format(self:name_of(name))) end
  local out = {}
  local number = 0
  for line in (text:gsub("\n?$", "\n")):gmatch("(.-)\n") do
    number = number + 1
    local other = line:match('^%s*#%s*include%s*"([^"]+)"')
    local inside = other and self:included(other, depth + 1)
    if inside then
      out[#out + 1] = ("#line 1\n%s\n#line %d"):format(inside, number + 1)
    else
      out[#out + 1] = line
    end
  end
  return table.concat(out, "\n")
end

function Files:kernel(name)
  if self.folder and self:text(name) then return { file = self.folder .. "/" .. name } end
  local source = self:included(name, 0)
  if not source then
    native.fail(("there is no file %s in %s"):format(tostring(name), self.path))
  end
  return { source = source .. "\n" }
end

---- where they are -----------------------------------------------------------------------------

local Folder = setmetatable({}, { __index = Files })
Folder.__index = Folder
function Folder:text(name)
  if not self.known[name] then return nil end
  self.texts[name] = self.texts[name] or native.read(self.folder .. "/" .. name)
  return self.texts[name]
end

local Texts = setmetatable({}, { __index = Files })
Texts.__index = Texts
function Texts:text(name) return self.texts[name] end

local function of_folder(path, folder)
  local made = { path = path, folder = folder, names = {}, known = {}, texts = {}, loaded = {} }
  for _, name in ipairs(native.list(folder)) do
    if files.belongs(name) then
      made.names[#made.names + 1] = name
      made.known[name] = true
    end
  end
  table.sort(made.names)
  return setmetatable(made, Folder)
end

function files.of_texts(path, texts)
  local made = { path = path, names = {}, texts = texts, loaded = {} }
  for name in pairs(texts) do made.names[#made.names + 1] = name end
  table.sort(made.names)
  return setmetatable(made, Texts)
end

---The texts of a package, whose form is checked.
---@param path string # for messages
---@param content string
---@return table<string, string> texts
---@return table package # what else it says
function files.read_package(path, content)
  local function fail(message, ...)
    native.fail(("%s is no package of operations: %s"):format(path, message:format(...)))
  end
  local good, package = pcall(native.decode, content)
  if not good or type(package) ~= "table" then fail("it is not JSON") end
  if package.kind ~= "workbench operations" then fail("it does not say so") end
  if package.format ~= 1 then
    native.fail(("%s is a package of format %s, and this version reads format 1"):format(path,
      tostring(package.format)))
  end
  if type(package.files) ~= "table" then fail("it has no files") end
  local count = 0
  for name, text in pairs(package.files) do
    count = count + 1
    if type(name) ~= "string" or not files.belongs(name) then
      fail("'%s' is not the name of a file of operations", tostring(name))
    elseif type(text) ~= "string" or #text > files.MOST_BYTES then
      fail("'%s' has no text of at most %d MiB", name, files.MOST_BYTES >> 20)
    elseif count > files.MOST_FILES then
      fail("it has more than %d files", files.MOST_FILES)
    end
  end
  return package.files, package
end

function files.open(path)
  local resolved = native.resolve(path)
  if path:find("%.ops$") then
    return files.of_texts(resolved, (files.read_package(path, native.read(resolved))))
  end
  return of_folder(resolved, resolved)
end

local Beside = setmetatable({}, { __index = Files })
Beside.__index = Beside
function Beside:kernel(name) return { file = name } end

function files.beside_script() return setmetatable({ path = "the script" }, Beside) end

return files
