---@meta puzzle
-- What `require "puzzle"` gives to specs, told to editors that complete Lua
-- (lua-language-server). The module itself is built into the workbench;
-- docs/puzzle-spec.md is the manual.

---@alias puzzle.Quantity integer|number|string # a number, a size's name or an expression, as "ceil_div(n, 8) * 8"
---@alias puzzle.Budget puzzle.Quantity|table<string, puzzle.Quantity> # of accesses for single arrays, too: { a = 2, b = "k" }
---@alias puzzle.Fill
---| "zeros"
---| "ones"
---| { [1]: "constant", [2]: number }
---| "range"|{ [1]: "range", [2]: number?, [3]: number? }
---| "random"|{ [1]: "random", [2]: number, [3]: number, [4]: number? }
---| { [1]: "extremes", [2]: number, [3]: number, [4]: number? }
---| "asymmetric"
---| "permutation"

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
---@field from ("anything"|"kernels"|"launches")? # of outputs and inouts of a host puzzle: what each element must be made by

---@class puzzle.Case
---@field name string
---@field sizes table<string, integer>?
---@field global puzzle.Quantity[]
---@field local puzzle.Quantity[]|"kernel"
---@field subgroup integer? # 1, 2, 4, 8, 16, 32 or 64 work-items of a sub-group
---@field seed integer?
---@field visible boolean?
---@field step integer? # which of the puzzle's steps it belongs to
---@field group string? # which of the puzzle's groups it brings points in
---@field fill table<string, puzzle.Fill>?
---@field given table<string, tensor|table|number>?
---@field expected table<string, tensor|table|number>?
---@field vary table<string, integer[]>? # { n = { 900, 1100 } }: hidden cases alone
---@field stages puzzle.Stage[]?

---@class puzzle.Domain
---@field sizes table<string, puzzle.Quantity|integer[]>?
---@field local (puzzle.Quantity|integer[])[]|"kernel"
---@field global puzzle.Quantity[]
---@field spare integer?
---@field subgroup integer[]?
---@field values table<string, string|puzzle.Quantity[]>?
---@field holds (string|string[])[]?
---@field work puzzle.Quantity?
---@field group string? # which of the puzzle's groups drawn cases count in

---@class puzzle.Group
---@field name string
---@field points integer # 1 to 1000
---@field of ("all"|"each")?
---@field needs string? # the name of another group

---@class puzzle.Stage
---@field entry string?
---@field arguments string[]?
---@field values table<string, number|number[]>?
---@field global integer[]?
---@field local integer[]?

---@class puzzle.Tolerance
---@field atol number?
---@field rtol number?
---@field ulp integer?
---@field scale_by puzzle.Quantity?

---@class puzzle.Budgets
---@field global_reads puzzle.Budget? # global reads
---@field global_writes puzzle.Budget? # global writes
---@field local_reads puzzle.Budget? # local reads
---@field local_writes puzzle.Budget? # local writes
---@field max_global_reads puzzle.Budget? # global reads by one work-item
---@field max_global_writes puzzle.Budget? # global writes by one work-item
---@field max_local_reads puzzle.Budget? # local reads by one work-item
---@field max_local_writes puzzle.Budget? # local writes by one work-item
---@field global_atomics puzzle.Budget? # global atomics
---@field local_atomics puzzle.Budget? # local atomics
---@field max_global_atomics puzzle.Budget? # global atomics by one work-item
---@field max_local_atomics puzzle.Budget? # local atomics by one work-item
---@field barriers puzzle.Budget? # barriers
---@field local_bytes puzzle.Budget? # bytes of local memory for a group
---@field global_accesses puzzle.Budget? # instructions on global memory
---@field global_transactions puzzle.Budget? # global transactions
---@field ideal_transactions puzzle.Budget? # global transactions at best
---@field distinct_pieces puzzle.Budget? # different pieces of global memory
---@field local_accesses puzzle.Budget? # instructions on local memory
---@field bank_conflicts puzzle.Budget? # bank conflicts
---@field atomic_conflicts puzzle.Budget? # waiting atomics
---@field branches puzzle.Budget? # branches
---@field divergent_branches puzzle.Budget? # split branches
---@field occupancy_percent puzzle.Budget? # percent of occupancy
---@field launches puzzle.Budget? # launches
---@field copies puzzle.Budget? # copies
---@field bytes_to_device puzzle.Budget? # bytes copied to a device
---@field bytes_to_host puzzle.Budget? # bytes copied to the host
---@field host_waits puzzle.Budget? # waits
---@field longest_chain puzzle.Budget? # commands in the longest chain

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
---@field standard ("CL1.2"|"CL2.0"|"CL3.0")?
---@field printed ("any"|"given")? # the lines that the kernel prints are judged
---@field files string[]? # of a host puzzle: files beside the spec that the program may read
---@field launches string[]? # of a host puzzle: kernels that the program must launch, in this order
---@field defines string[]? # of a host puzzle: macros that the program may define for these kernels
---@field params puzzle.Param[]? # in the kernel's order
---@field cases puzzle.Case[]
---@field domain (puzzle.Domain|string)? # for which sizes, launches and values kernels must be right
---@field steps string[]? # names of 2 to 6 steps, to each of which a part of the cases belongs
---@field groups puzzle.Group[]? # what the cases are worth, in points
---@field stages ((fun(case: table): puzzle.Stage[])|puzzle.Stage[])? # several launches, in order
---@field inputs (fun(case: table): table<string, tensor|table|number>)?
---@field reference (fun(case: table): table<string, tensor|table|number>)?
---@field second_reference (fun(case: table): table<string, tensor|table|number>)? # the same by another way
---@field tolerance (puzzle.Tolerance|table<string, puzzle.Tolerance>)?
---@field budgets puzzle.Budgets?
---@field limits puzzle.Limits?
---@field hints string[]?
---@field requires ("fp64"|"fp16"|"subgroups"|"subgroup-shuffle")[]?
---@field strict ("data-race"|"deadlock"|"shift-too-wide")[]? # warnings of these kinds are errors
---@field allow ("data-race")[]? # stores of the same value may race
---@field tags string[]?
---@field aliases string[]? # "mojo:3"
---@field left_out integer? # hidden cases that a student's pack is without

---@class puzzle.CourseHints
---@field after integer? # judged runs before each further hint
---@field singly boolean? # never all at once

---@class puzzle.Late
---@field grace string? # "15m"
---@field each ("day"|"hour")?
---@field factor number? # of the points, for each
---@field closes string? # "3d"
---@field floor number? # of the points

---@class puzzle.Attempts
---@field count ("best"|"last"|"chosen")?
---@field most integer?

---@class puzzle.Feedback
---@field hidden ("verdict"|"count"|"after-due"|"never")?
---@field attempts integer?

---@class puzzle.Assignment
---@field name string # "hw1"
---@field title string?
---@field puzzles string[]
---@field points table<string, number>? # ["01-map"] = 10
---@field opens string? # "2026-11-01T08:00:00+01:00"
---@field due string? # "2026-12-01T23:59:00+01:00"
---@field late puzzle.Late?
---@field attempts puzzle.Attempts?
---@field feedback puzzle.Feedback?
---@field seed ("spec"|"course"|"person")?

---@class puzzle.Course
---@field format integer # 1
---@field name string # "org.example.gpu-101"
---@field title string
---@field version string?
---@field authors string[]?
---@field language string? # "en"
---@field license string? # "CC-BY-4.0"
---@field chapters string[]? # what specs may name as their chapter
---@field hints puzzle.CourseHints?
---@field solutions ("asked"|"solved"|"never")?
---@field assignments puzzle.Assignment[]?
---@field pack "student"? # in a student's pack alone

local puzzle = {}

---A puzzle whose answer is one OpenCL C kernel.
---@param spec puzzle.Kernel
---@return puzzle.Kernel
function puzzle.kernel(spec) end

---A puzzle whose answer is a host program: a file with Lua that uses the module `gpu`. It has the
---fields of a kernel's but for `entry`, `standard`, `printed` and `stages`, and its cases have no launch.
---@param spec table
---@return table
function puzzle.host(spec) end

---What course.lua returns: docs/courses.md is its manual.
---@param course puzzle.Course
---@return puzzle.Course
function puzzle.course(course) end

return puzzle
