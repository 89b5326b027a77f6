---@meta gpu
-- What `require "gpu"` gives to host programs, told to editors that complete Lua
-- (lua-language-server). The module is built into the workbench; docs/gpu.md is the manual.
-- Devices, elements and arguments count from 0.

local gpu = {}

---A null pointer, as an argument; nil is one, too.
gpu.null = nil

-- Devices

---Whether there is a GPU or another accelerator: neither the emulator nor a CPU is one.
---@return boolean
function gpu.has_accelerator() end

---@param options? { api?: "emulator"|"opencl" }
---@return integer
function gpu.number_of_devices(options) end

---@class gpu.Device
---@field id integer # among those of its api, from 0
---@field api "emulator"|"opencl"
---@field selector string # for --device
---@field name string
---@field vendor string
---@field gpu boolean # a GPU or another accelerator
---@field checks boolean # finds what is wrong
---@field fp16 boolean
---@field fp64 boolean
---@field subgroups boolean
---@field global_memory integer # bytes
---@field local_memory integer # bytes
---@field max_group_size integer # work-items

---@param options? { api?: "emulator"|"opencl" }
---@return gpu.Device[]
function gpu.devices(options) end

---@param id? integer
---@param options? { api?: "emulator"|"opencl", flush?: "automatic"|"explicit" }
---@return gpu.DeviceContext
function gpu.DeviceContext(id, options) end

-- Files

---An array of NumPy. With a vector's type the last axis has its lanes.
---@param path string
---@param type? string
---@return tensor
function gpu.load(path, type) end

---@param path string
---@param array tensor|gpu.Buffer
---@param options? { fortran_order?: boolean, big_endian?: boolean }
function gpu.save(path, array, options) end

-- Arguments

---@class gpu.Local

---Local memory for a launch.
---@param type string
---@param count integer
---@return gpu.Local
function gpu.Local(type, count) end

---@alias gpu.Argument gpu.Buffer|gpu.Local|number|number[]|string|nil

-- Queues, and contexts, each of which has one

---@alias gpu.Sizes integer|integer[] # x, or up to { x, y, z }

---@class gpu.LaunchSizes
---@field grid_dim? gpu.Sizes # work-groups
---@field block_dim? gpu.Sizes # work-items of a group
---@field global? gpu.Sizes # work-items; with ["local"], those of a group
---@field offset? gpu.Sizes # of global ids

---@class gpu.Queue
local Queue = {}

---Copies as many bytes as the destination has.
---@param ends { src: gpu.Buffer|tensor, dst: gpu.Buffer|tensor }
---@overload fun(self, dst: gpu.Buffer|tensor, src: gpu.Buffer|tensor)
function Queue:enqueue_copy(ends) end

---Every element becomes the value.
---@param buffer gpu.Buffer
---@param value number|number[]|string
function Queue:enqueue_memset(buffer, value) end

---@param what string|{ file?: string, source?: string, name?: string, options?: string, defines?: table }
---@param name? string # of the kernel; needed where there are several
---@param options? { options?: string, defines?: table<string, number|string|boolean> }
---@return gpu.Function
function Queue:compile_function(what, name, options) end

---The last argument says the sizes. A file and a name in place of the function, or a table, are
---compiled on the way.
---@param kernel gpu.Function|string|table
---@param ... gpu.Argument|gpu.LaunchSizes
function Queue:enqueue_function(kernel, ...) end

---@return gpu.Event
function Queue:create_event() end

---Marks the place after all commands so far.
---@param event? gpu.Event
---@return gpu.Event
function Queue:record_event(event) end

---Later commands of this queue wait for the event.
---@param event gpu.Event
function Queue:enqueue_wait_for(event) end

---Milliseconds between the ends of what came before two events.
---@param first gpu.Event
---@param second gpu.Event
---@return number
function Queue:elapsed(first, second) end

---Waits for the queue; a context, for all of its queues.
function Queue:synchronize() end

---With flush = "explicit": what was enqueued goes to the device.
function Queue:flush() end

---@return "emulator"|"opencl"
function Queue:api() end

---@return integer
function Queue:id() end

---@return string
function Queue:name() end

---@return gpu.Device
function Queue:device() end

---@class gpu.DeviceContext: gpu.Queue
local DeviceContext = {}

---@param type string
---@param count integer
---@param options? { size?: integer, format?: string, access?: "read"|"write"|"read_write" }
---@return gpu.Buffer
function DeviceContext:enqueue_create_buffer(type, count, options) end

---@param type string
---@param count integer
---@param options? { size?: integer, format?: string }
---@return gpu.Buffer
function DeviceContext:enqueue_create_host_buffer(type, count, options) end

---A queue beside the context's own.
---@return gpu.Queue
function DeviceContext:create_queue() end

---The same as create_queue.
---@return gpu.Queue
function DeviceContext:create_stream() end

-- Buffers

---@class gpu.Buffer
---@field [integer] number|number[]|string # of the host's: elements, from 0
---@operator len: integer
local Buffer = {}

---@param destination gpu.Buffer|tensor
function Buffer:enqueue_copy_to(destination) end

---@param source gpu.Buffer|tensor
function Buffer:enqueue_copy_from(source) end

---@param value number|number[]|string
function Buffer:enqueue_fill(value) end

---The same bytes, seen as elements of a type; offset and count are of these.
---@param type string
---@param offset integer
---@param count integer
---@param options? { size?: integer, format?: string }
---@return gpu.Buffer
function Buffer:create_sub_buffer(type, offset, count, options) end

---The function gets a host buffer with the elements, which are copied back when it returns. Without
---one the buffer is returned, to be unmapped.
---@param f? fun(host: gpu.Buffer): any
---@param options? { read_only?: boolean }
---@return any
function Buffer:map_to_host(f, options) end

---Of what map_to_host gave.
function Buffer:unmap() end

---A copy of all elements; a device's are waited for.
---@param shape? integer[]
---@return tensor
function Buffer:tensor(shape) end

---Sets all elements of a host buffer.
---@param elements tensor|number[]
function Buffer:load(elements) end

---Frees the memory now.
function Buffer:release() end

---@return string
function Buffer:type() end

---@return integer
function Buffer:bytes() end

---@return gpu.DeviceContext
function Buffer:context() end

-- Kernels and events

---@class gpu.Function
local Function = {}

---@return string
function Function:name() end

---Kept for launches that name no arguments.
---@param index integer # from 0
---@param value gpu.Argument
function Function:set_argument(index, value) end

---@class gpu.Event
---@field times { queued_ns: integer, start_ns: integer, end_ns: integer } # of the last command before it; waits
local Event = {}

---@param context gpu.DeviceContext|gpu.Queue
---@return gpu.Event
function gpu.Event(context) end

function Event:synchronize() end

---Never waits.
---@return boolean
function Event:is_done() end

return gpu
