-- Random graphs (random_graph.lua): what a device computes with and without fusing is what the CPU's
-- path gives, and a second execution leaves the results of the first as they are.
--
--   workbench lua fuzz.lua FIRST COUNT [check=all|one|none] [as=gpu|cpu]
--
-- Graphs of the seeds FIRST, FIRST + 1, …. One that fails is made smaller while it still fails, and is
-- shown. "check" says how often the graph is run without fusing, too: always, every fourth, never.
-- "as" has kernels made as for another kind of device.
local check = require "check"
local gpu, graph, ops, tensor = require "gpu", require "graph", require "ops", require "tensor"
local plain = require "plain"
local random_graph = require "random_graph"

local first, count = tonumber(arg[1] or 1), tonumber(arg[2] or 10)
local unfused = (arg[3] or "check=all"):match "check=(%a+)"
local context = gpu.DeviceContext()
check.context = context
-- The vendor's compiler contracts: its kernels have products of their own.
if arg[4] then check.pretend { gpu = arg[4] == "as=gpu", checks = false, vendor = "NVIDIA Corporation" } end

-- Only nodes that results need.
local function prune(g)
  local needed = {}
  for _, i in ipairs(g.outputs) do needed[i] = true end
  for i = #g.nodes, 1, -1 do
    if needed[i] then
      for _, arg in ipairs(g.nodes[i].args) do needed[arg] = true end
    end
    g.nodes[i].gone = not needed[i] or nil
  end
end

local function values_of(g, node, run)
  return random_graph.elements(plain.generator(node.attributes.seed + run * 7919), node.dtype, node.shape, node.attributes.bound)
end

-- The graph, and the tensors of its inputs for two executions.
local function build(g)
  local types, inputs, inputs2, numbers, weights = {}, {}, {}, {}, {}
  for i, node in ipairs(g.nodes) do
    if node.op == "input" and not node.gone then
      local shape = {}
      for axis, size in ipairs(node.shape) do
        -- That a size is 1, and so is repeated, must be known.
        shape[axis] = g.symbolic and size ~= 1 and "n" .. size or size
      end
      types[#types + 1] = graph.TensorType(node.dtype, shape)
      numbers[i] = #types
      inputs[#types], inputs2[#types] = check.tensor(values_of(g, node, 0)), check.tensor(values_of(g, node, 1))
    elseif node.op == "weight" and not node.gone then
      weights["w" .. i] = check.tensor(values_of(g, node, 0))
    end
  end
  local made = graph.Graph("random " .. g.seed, types, function(...)
    local given, values = { ... }, {}
    for i, node in ipairs(g.nodes) do
      if not node.gone then
        if node.op == "input" then
          values[i] = given[numbers[i]]
        elseif node.op == "weight" then
          values[i] = graph.Weight("w" .. i, node.dtype, node.shape)
        elseif node.op == "constant" then
          local one = values_of(g, node, 0)
          if #node.shape == 0 and node.dtype ~= "bool" then
            values[i] = ops.full({}, one.data[1], node.dtype)
          else
            values[i] = ops.constant(check.tensor(one))
          end
        else
          local args = {}
          for k, arg in ipairs(node.args) do args[k] = values[arg] end
          values[i] = random_graph.value(node, args)
        end
      end
    end
    local outputs = {}
    for k, i in ipairs(g.outputs) do outputs[k] = values[i] end
    return outputs
  end)
  return made, inputs, inputs2, weights
end

-- nil, or how two tensors of a node's value differ.
local function differ(node, a, b)
  if a:type() ~= node.dtype then return ("it is %s and not %s"):format(a:type(), node.dtype) end
  if table.concat(a:shape(), ",") ~= table.concat(node.shape, ",") then
    return ("its shape is [%s] and not [%s]"):format(table.concat(a:shape(), ","), table.concat(node.shape, ","))
  end
  local x, y = check.elements(a), check.elements(b)
  for k = 1, math.max(#x, #y) do
    local p, q = x[k], y[k]
    local same = p == q or p ~= p and q ~= q
    if not same and not node.exact and p and q then same = math.abs(p - q) <= 4 * node.error end
    if not same then return ("element %d is %s and %s"):format(k - 1, tostring(p), tostring(q)) end
  end
end

local function tensors(results)
  local list = {}
  for i, result in ipairs(results) do list[i] = tensor.is(result) and result or result:tensor() end
  return list
end

-- nil, or what is wrong.
local function try(g, with_unfused)
  local made, inputs, inputs2, weights = build(g)
  local function load(options) return graph.InferenceSession(options):load(made, { weights = weights }) end
  local cpu, fused = load { devices = { graph.CPU } }, load { devices = { context } }
  local wanted = tensors(cpu:execute(table.unpack(inputs)))
  local results = fused:execute(table.unpack(inputs))
  local function compare(list, expected, what)
    for k, i in ipairs(g.outputs) do
      local text = differ(g.nodes[i], list[k], expected[k])
      if text then return ("%s, result %d (%%%d): %s"):format(what, k, i, text) end
    end
  end
  local once = tensors(results)
  local trouble = compare(once, wanted, "fused and CPU")
  if not trouble then
    trouble = compare(tensors(fused:execute(table.unpack(inputs2))), tensors(cpu:execute(table.unpack(inputs2))), "second execution and CPU")
  end
  if not trouble then
    for k, t in ipairs(tensors(results)) do
      if not check.same(t, once[k]) then trouble = ("a second execution changed result %d"):format(k) end
    end
  end
  if not trouble and with_unfused then
    local plainly = load { devices = { context }, fuses = false, shares_memory = false, queues = 1 }
    trouble = compare(tensors(plainly:execute(table.unpack(inputs))), once, "unfused and fused")
  end
  return trouble
end

local function attempt(g, with_unfused)
  local _, trouble = pcall(try, g, with_unfused)
  if trouble and g.symbolic and trouble:find "does not broadcast" then
    -- A size that is computed from symbols, and turns out to be 1, repeats nothing.
    g.symbolic = false
    _, trouble = pcall(try, g, with_unfused)
  end
  return trouble
end

local function copy_graph(g)
  local nodes = {}
  for i, node in ipairs(g.nodes) do
    nodes[i] = {}
    for name, field in pairs(node) do nodes[i][name] = field end
    nodes[i].args = table.move(node.args, 1, #node.args, 1, {})
  end
  return { seed = g.seed, nodes = nodes, outputs = table.move(g.outputs, 1, #g.outputs, 1, {}), symbolic = g.symbolic }
end

-- Fewer results, fewer nodes: each change stays if it still fails.
local function shrink(g, with_unfused)
  local trouble
  local function still_fails(changed)
    prune(changed)
    local found = attempt(changed, with_unfused)
    if not found then return false end
    g, trouble = changed, found
    return true
  end
  for _, output in ipairs(g.outputs) do
    local one = copy_graph(g)
    one.outputs = { output }
    if still_fails(one) then break end
  end
  for number = #g.outputs, 1, -1 do
    local fewer = copy_graph(g)
    table.remove(fewer.outputs, number)
    if #fewer.outputs > 0 then still_fails(fewer) end
  end
  for _ = 1, 2 do
    for i = #g.nodes, 1, -1 do
      local node = g.nodes[i]
      if not node.gone and node.op ~= "input" and node.dtype ~= "half" then
        -- One of its arguments in its place, or an input.
        local done = false
        for _, arg in ipairs(node.args) do
          local other = g.nodes[arg]
          if not done and other.dtype == node.dtype and table.concat(other.shape, ",") == table.concat(node.shape, ",") then
            local without = copy_graph(g)
            for _, user in ipairs(without.nodes) do
              for k, used in ipairs(user.args) do
                if used == i then user.args[k] = arg end
              end
            end
            for k, output in ipairs(without.outputs) do
              if output == i then without.outputs[k] = arg end
            end
            done = still_fails(without)
          end
        end
        if not done then
          local cut = copy_graph(g)
          local is_float = node.dtype == "float" or node.dtype == "double"
          local input = { op = "input", args = {}, dtype = node.dtype, shape = node.shape, bound = math.min(node.bound, 4), exact = true,
                          error = 0, grain = is_float and 0.125 or 1,
                          attributes = { seed = i, bound = math.max(1, math.min(node.bound, 4) // 1) } }
          cut.nodes[i] = input
          still_fails(cut)
        end
      end
    end
  end
  if g.symbolic then
    local known = copy_graph(g)
    known.symbolic = false
    still_fails(known)
  end
  return g, trouble
end

local bad, nodes = 0, 0
for seed = first, first + count - 1 do
  local g = random_graph.make(seed)
  prune(g)
  for _, node in ipairs(g.nodes) do
    if not node.gone then nodes = nodes + 1 end
  end
  local with_unfused = unfused == "all" or unfused == "one" and seed % 4 == 0
  local trouble = attempt(g, with_unfused)
  if trouble then
    bad = bad + 1
    local smaller, text = shrink(g, with_unfused)
    print(("seed %d: %s\n%s\n"):format(seed, text or trouble, random_graph.text(smaller)))
  end
  if seed % 16 == 0 then collectgarbage() end
end
print(("%d graphs of %d operations, %d of them wrong"):format(count, nodes, bad))
os.exit(bad == 0)
