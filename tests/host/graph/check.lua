-- Runs graphs on the CPU's path and on a device, fused and not, and compares what they give with
-- plain arrays (plain.lua). Many cases are one graph, since compiling kernels is what takes time.
--
--   check.case { name =, inputs = { array, … }, build = function(v, …) return value, … end,
--                few = true: also where check.few is set, since kernels are compiled slowly,
--                expect = { array, … }, within = { … } | one for all }
--
-- How far off a result may be: { ulps = n } of what is expected, { absolute = x }, or an array of
-- these numbers ("sizes" with `times`): { sizes = array, times = x }. Without: not at all.
local gpu, graph, ops, tensor = require "gpu", require "graph", require "ops", require "tensor"
local plain = require "plain"

-- check.strict: sums are added up in the same order fused and unfused, and so are the same in every bit.
local check = { failed = 0, compared = 0, cases = 0, strict = true }
local count = 0

-- TAP
function check.ok(good, sentence, ...)
  count = count + 1
  print(("%s %d - %s"):format(good and "ok" or "not ok", count, sentence))
  if not good then
    check.failed = check.failed + 1
    for _, line in ipairs { ... } do print("# " .. tostring(line):gsub("\n", "\n# ")) end
  end
  return good
end

function check.done() print("1.." .. count) end

-- Tensors

---@return tensor
function check.tensor(a)
  local dtype = a.dtype == "bool" and "int" or a.dtype
  local n = #a.data
  local t = n == 0 and tensor.zeros(dtype, a.shape) or tensor.from(dtype, a.data):reshape(a.shape)
  return a.dtype == "bool" and t:ne(0) or t
end

---The elements, in order; bools as 0 and 1.
function check.elements(t)
  local list = {}
  for i, x in t:each() do
    if x == true then x = 1 elseif x == false then x = 0 end
    list[i + 1] = x
  end
  return list
end

-- Comparing

local least = { float = 2.0 ^ -149, half = 2.0 ^ -24, double = 2.0 ^ -1074 }
local digits = { float = 23, half = 10, double = 52 }
local top = { float = 2.0 ^ 128, half = 65536.0, double = math.huge }

function check.ulp(dtype, x)
  x = math.abs(x)
  if x == math.huge then return 0 end
  local exponent = 0
  if x > 0 then exponent = math.floor(math.log(x, 2)) end
  if 2.0 ^ exponent > x then exponent = exponent - 1 end
  return math.max(least[dtype], x == 0 and 0 or 2.0 ^ (exponent - digits[dtype]))
end

local function is_close(dtype, got, wanted, within, i)
  if not plain.is_float(dtype) then return got == wanted end
  if wanted ~= wanted or got ~= got then return wanted ~= wanted and got ~= got end
  local rounded = plain.round(dtype, wanted)
  if got == rounded then return true end
  local bound = 0
  if within then
    if within.ulps then bound = bound + within.ulps * check.ulp(dtype, wanted) end
    if within.absolute then bound = bound + within.absolute end
    if within.sizes then bound = bound + within.sizes.data[i] * within.times end
  end
  if math.abs(got) == math.huge then return bound > 0 and math.abs(wanted) + bound >= top[dtype] * (1 - 2.0 ^ -12) and got * wanted > 0 end
  return math.abs(got - wanted) <= bound
end

---nil, or what is wrong.
function check.differs(got, wanted, within)
  if got:type() ~= wanted.dtype then return ("it is %s, and should be %s"):format(got:type(), wanted.dtype) end
  if table.concat(got:shape(), ",") ~= table.concat(wanted.shape, ",") then
    return ("its shape is [%s], and should be [%s]"):format(table.concat(got:shape(), ","), table.concat(wanted.shape, ","))
  end
  local elements = check.elements(got)
  for i, x in ipairs(elements) do
    check.compared = check.compared + 1
    if not is_close(wanted.dtype, x, wanted.data[i], within, i) then
      return ("element %d is %.17g, and should be %.17g"):format(i - 1, x, wanted.data[i])
    end
  end
  if #elements ~= #wanted.data then return "it has another number of elements" end
end

-- Sessions

local unfused = { fuses = false, shares_memory = false, queues = 1 }

function check.session(how)
  if how == "cpu" then return graph.InferenceSession { devices = { graph.CPU } } end
  check.context = check.context or gpu.DeviceContext()
  local options = { devices = { check.context } }
  if how == "unfused" then
    for name, option in pairs(unfused) do options[name] = option end
  end
  return graph.InferenceSession(options)
end

---From now on the device is taken for another one: { gpu = true } has kernels made as for a GPU.
function check.pretend(differences)
  check.context = check.context or gpu.DeviceContext()
  local methods, real = debug.getmetatable(check.context).__index, check.context:device()
  local pretended = setmetatable(differences, { __index = function(_, name) return real[name] end })
  methods.device = function() return pretended end
  check.strict = false
end

---Tensors that a graph gives of tensors, or nil and what was raised.
function check.run(g, how, inputs)
  local good, results = pcall(function()
    local list = check.session(how):load(g):execute(table.unpack(inputs))
    for i, result in ipairs(list) do
      if not tensor.is(result) then
        local t = result:tensor()
        -- A tensor has six axes at most.
        list[i] = t
      end
    end
    return list
  end)
  if not good then return nil, results end
  return results
end

-- Whether two tensors are the same, but for 0 and -0.
function check.same(a, b)
  if a:type() ~= b:type() then return false end
  local x, y = check.elements(a), check.elements(b)
  for i = 1, math.max(#x, #y) do
    if x[i] ~= y[i] and (x[i] == x[i] or y[i] == y[i]) then return false end
  end
  return #x == #y
end

-- Cases

local function packed_values(list, how)
  -- Values of the same type become one: one kernel for all, on an axis of their own.
  local by_key, order = {}, {}
  for number, v in ipairs(list) do
    local key = v.dtype .. (how == "stack" and "|" .. table.concat(v.shape, ",") or "")
    if not by_key[key] then
      by_key[key] = {}
      order[#order + 1] = by_key[key]
    end
    table.insert(by_key[key], number)
  end
  local outputs = {}
  for i, numbers in ipairs(order) do
    local parts = {}
    for k, number in ipairs(numbers) do
      local v = list[number]
      parts[k] = how == "stack" and ops.unsqueeze(v, 0) or ops.reshape(v, { -1 })
    end
    outputs[i] = #parts > 1 and ops.concat(parts, 0) or list[numbers[1]]
  end
  return outputs, order
end

local function packed_tensors(results, order, expect)
  local unpacked = {}
  for i, numbers in ipairs(order) do
    local elements, begin = check.elements(results[i]), 0
    for _, number in ipairs(numbers) do
      local wanted = expect[number]
      local n = #wanted.data
      local part = plain.new(results[i]:type(), wanted.shape, table.move(elements, begin + 1, begin + n, 1, {}))
      unpacked[number] = check.tensor(part)
      begin = begin + n
    end
  end
  return unpacked
end

---@param case { name: string, inputs: table[], build: function, expect: table[], within?: table, names?: string[], pack?: "stack"|"flat", unfused?: boolean, few?: boolean, only?: string }
function check.case(case)
  if check.few and not case.few then return end
  check.cases = check.cases + #case.expect
  local types, inputs = {}, {}
  for i, a in ipairs(case.inputs) do
    types[i] = graph.TensorType(a.dtype, a.shape)
    inputs[i] = check.tensor(a)
  end
  local order, list
  local good, g = pcall(graph.Graph, case.name, types, function(...)
    list = { case.build(...) }
    if #list == 1 and type(list[1]) == "table" and getmetatable(list[1]) == nil then list = list[1] end
    if not case.pack then return list end
    local outputs
    outputs, order = packed_values(list, case.pack)
    return outputs
  end)
  if not good then return check.ok(false, case.name, g) end
  local problems = {}
  local function trouble(how, text) problems[#problems + 1] = how .. ": " .. text end
  if #list ~= #case.expect then trouble("build", ("%d values for %d expected"):format(#list, #case.expect)) end
  local function name_of(i) return case.names and case.names[i] or "result " .. i end
  local hows = { "cpu", "fused" }
  if case.unfused ~= false and not check.few then hows[3] = "unfused" end
  if case.only then hows = { case.only } end
  local found = {}
  for _, how in ipairs(hows) do
    local results, message = check.run(g, how, inputs)
    if not results then
      trouble(how, message)
    else
      if case.pack then results = packed_tensors(results, order, case.expect) end
      found[how] = results
      for i, wanted in ipairs(case.expect) do
        local within = case.within and (case.within[i] or #case.within == 0 and case.within) or nil
        local difference = check.differs(results[i], wanted, within)
        if difference then trouble(how .. " " .. name_of(i), difference) end
      end
    end
  end
  if found.fused and found.unfused then
    for i, result in ipairs(found.fused) do
      local within = case.within and (case.within[i] or #case.within == 0 and case.within) or {}
      if (check.strict or next(within) == nil) and not check.same(result, found.unfused[i]) then trouble(name_of(i), "fused and unfused differ") end
    end
  end
  return check.ok(#problems == 0, case.name, table.unpack(problems, 1, math.min(#problems, 20)))
end

return check
