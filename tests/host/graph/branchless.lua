-- The functions of floats that kernels for CPUs have of their own: within 2 ulp of the same in double, over
-- all sizes, and what OpenCL says of zeros, infinities and NaN.
local check, graph, gpu, ops, tensor = require "check", require "graph", require "gpu", require "ops", require "tensor"

local context = gpu.DeviceContext()
check.context = context
check.pretend { gpu = false, checks = false }

-- Floats of all sizes, more of them where the functions choose another way, and both signs.
local function arguments()
  local list = {}
  for exponent = -149, 127 do
    for _, part in ipairs { 1, 1.3, 1.999 } do list[#list + 1] = part * 2.0 ^ exponent end
  end
  for i = 0, 4000 do list[#list + 1] = i * 0.00123 end
  for _, middle in ipairs { 0.625, 1, 4, 9 } do
    for i = -50, 50 do list[#list + 1] = middle * (1 + i * 2.0 ^ -23) end
  end
  local count = #list
  for i = 1, count do list[count + i] = -list[i] end
  return tensor.from("float", list)
end

local function apply(name, x)
  local g = graph.Graph(name, { graph.TensorType("float", x:shape()) }, ops[name])
  local model = graph.InferenceSession({ devices = { context } }):load(g)
  local result = model:execute(x)[1]:tensor()
  local _, found = next(model.programs)
  return result, found.program.steps[1].launches[1].source:find("branchless_" .. name, 1, true)
end

local x = arguments()
for _, name in ipairs { "erf", "tanh" } do
  local found, is_own = apply(name, x)
  check.ok(is_own, name .. " is such a function")
  local wide = graph.Graph(name, { graph.TensorType("double", x:shape()) }, ops[name])
  local expected = graph.InferenceSession({ devices = { graph.CPU } }):load(wide):execute(x:astype "double")[1]
  local worst, where = 0, 0
  for i = 0, x:count() - 1 do
    local off = math.abs(found(i) - expected(i)) / check.ulp("float", expected(i))
    if not (off <= worst) then worst, where = off, x(i) end
  end
  check.ok(worst <= 2, ("%s is within 2 ulp"):format(name), ("%g ulp at %.9g"):format(worst, where))
  local special = apply(name, tensor.from("float", { 0.0, -0.0, 1 / 0, -1 / 0, 0 / 0 }))
  check.ok(1 / special(0) == 1 / 0 and 1 / special(1) == -1 / 0, name .. " keeps zeros and their signs", tostring(special))
  check.ok(special(2) == 1 and special(3) == -1, name .. " of infinity is 1", tostring(special))
  check.ok(special(4) ~= special(4), name .. " of NaN is NaN", tostring(special))
end
check.done()
