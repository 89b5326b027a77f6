---@meta graph.native
-- What `require "graph.native"` gives to the library in lua/, told to editors that complete Lua
-- (lua-language-server). It is built into the workbench, in C.

local native = {}

-- Places and errors, everywhere

---Where the script is, as "script.lua:12": the innermost function with a line that is not of the
---library.
---@return string?
function native.where() end

---Calls a function of the script, and gives what it gives. Lua forgets the line of a call that is all
---a `return` has; what goes wrong there is then told of the line where this function begins.
---@param f fun(...): ...
---@return ...
function native.call(f, ...) end

---Raises an error: that place, ": " and the message; the message alone where there is no place.
---@param message string
function native.fail(message) end

-- Files and time, in a person's own host programs. In specs, in answers to puzzles and under
-- --untrusted these raise an error.

---The names in a folder, sorted.
---@param folder string
---@return string[]
function native.list(folder) end

---A file's text.
---@param path string
---@return string
function native.read(path) end

---The path of the file beside the running script, if one is there; else the path as it is.
---@param path string
---@return string
function native.resolve(path) end

---A text as a function, which finds its globals in the environment, or in the script's where none
---is given; nil and a message where the text is no Lua.
---@param text string
---@param chunk_name string # "@ops/conv.lua"
---@param environment? table
---@return function?
---@return string? message
function native.load(text, chunk_name, environment) end

---Writes a file, or makes another of what was there.
---@param path string
---@param text string
function native.write(path, text) end

---Whose a buffer is, without touching its elements; nil of anything else.
---@param value any
---@return "device"|"host"|nil
function native.side(value) end

---Seconds since some time: for differences.
---@return number
function native.monotonic() end

-- Texts and numbers, everywhere

---SHA-256, in 64 hexadecimal digits.
---@param text string
---@return string
function native.hash(text) end

---The number as a float has it.
---@param number number
---@return number
function native.round_float(number) end

---A literal of OpenCL C that is this number, as a float or double has it: "0.1f", "1e+30",
---"INFINITY", "NAN".
---@param number number
---@param dtype "float"|"double"
---@return string
function native.float_text(number, dtype) end

---The names of a Lua function's arguments, as far as it has any.
---@param f function
---@return string[]
function native.names(f) end

---The type of elements that was probably meant by a name that is none: "float" for "float32".
---@param name string
---@return string?
function native.type_near(name) end

-- Explanations, everywhere

---Whether who watches the run wants to know what graphs became: false in specs.
---@return boolean
function native.explains() end

---One more text for them; without effect where nobody wants it.
---@param text string
function native.explain(text) end

-- JSON, in host programs. Lists are arrays, as an empty table is; tables whose keys are texts are
-- objects, with their keys sorted. Whole numbers stay whole, and others come back as they were.

---null in JSON: a null pointer, as gpu.null.
native.null = nil

---@param value boolean|number|string|table
---@return string
function native.encode(value) end

---@param text string
---@return boolean|number|string|table|lightuserdata
function native.decode(text) end

return native
