---@meta puzzle
-- What `require "puzzle"` gives to specs, told to editors that complete Lua
-- (lua-language-server). The module itself is built into the workbench;
-- docs/puzzle-spec.md is the manual.

---@alias puzzle.Quantity integer|number|string # a number, a size's name or an expression, as "ceil_div(n, 8) * 8"
---@alias puzzle.Fill string|{ [1]: string, [2]: number?, [3]: number? } # "range", { "random", -1, 1 } …

---@class puzzle.Param
---@field name string
---@field kind "input"|"output"|"inout"|"scalar"|"local"
---@field type string # "float", "int4" …
---@field shape puzzle.Quantity[]? # of arrays, outermost first
---@field value puzzle.Quantity|puzzle.Quantity[]? # of scalars
---@field fill puzzle.Fill? # of inputs and inouts; "asymmetric" if left out
---@field order ("given"|"any")? # of outputs and inouts: in which order the elements that count may stand
---@field count string? # of outputs and inouts: another one, of one whole number, that says how many elements count
---@field rest ("exact"|"ignored")? # what is behind them

---@class puzzle.Case
---@field name string
---@field sizes table<string, integer>?
---@field global puzzle.Quantity[]
---@field local puzzle.Quantity[]
---@field seed integer?
---@field visible boolean?
---@field fill table<string, puzzle.Fill>?

---@class puzzle.Tolerance
---@field atol number?
---@field rtol number?
---@field ulp integer?
---@field scale_by puzzle.Quantity?

---@class puzzle.Limits
---@field time_ms integer?
---@field memory_mb integer?
---@field output_kb integer?
---@field steps integer?

---@class puzzle.Kernel
---@field title string
---@field concept string
---@field chapter string? # the part of the course that it belongs to
---@field entry string # the __kernel function
---@field params puzzle.Param[] # in the kernel's order
---@field cases puzzle.Case[]
---@field inputs (fun(case: table): table<string, tensor|table|number>)?
---@field reference fun(case: table): table<string, tensor|table|number>
---@field tolerance (puzzle.Tolerance|table<string, puzzle.Tolerance>)?
---@field budgets table<string, puzzle.Quantity>?
---@field limits puzzle.Limits?
---@field hints string[]?
---@field requires ("fp64"|"fp16")[]?
---@field strict ("data-race"|"deadlock"|"shift-too-wide")[]? # warnings of these kinds are errors
---@field allow ("data-race")[]? # stores of the same value may race
---@field tags string[]?
---@field aliases string[]? # "mojo:3"

local puzzle = {}

---A puzzle whose answer is one OpenCL C kernel.
---@param spec puzzle.Kernel
---@return puzzle.Kernel
function puzzle.kernel(spec) end

return puzzle
