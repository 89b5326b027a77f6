-- Arrays of NumPy, and tensors.
local gpu, tensor = require "gpu", require "tensor"
local path = os.tmpname()
local t = tensor.asymmetric("float", { 3, 4 })
gpu.save(path, t)
print(gpu.load(path):equal(t)) -- prints: true
print(gpu.load(path, "float4"):type()) -- prints: float4
gpu.save(path, t, { fortran_order = true, big_endian = true })
print(gpu.load(path):equal(t)) -- prints: true
local ctx = gpu.DeviceContext()
local host = ctx:enqueue_create_host_buffer("int", 3)
host:load { 4, 5, 6 }
gpu.save(path, host)
print(gpu.load(path)) -- prints: int[3]{4, 5, 6}
print(select(2, pcall(gpu.load, path, "float")):match("elements of int, not of float")) -- prints: elements of int, not of float
os.remove(path)
print(select(2, pcall(gpu.load, path)):match("there is no file")) -- prints: there is no file
