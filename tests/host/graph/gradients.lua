-- Gradients of every operation that has one, against differences of the values themselves in double,
-- for random shapes and away from where there is none; gradients of gradients; and what is refused.
--
--   workbench lua gradients.lua [SEED]
local check, graph, ops, plain, tensor = require "check", require "graph", require "ops", require "plain", require "tensor"
local elementwise = require "graph.elementwise"

local rng = plain.generator(tonumber(arg[1]) or 1)
local compared = 0

local function random(shape, lo, hi) return check.tensor(plain.random(rng, "double", shape, lo or 0.2, hi or 0.9)) end

-- The loss is the sum of all elements, times numbers by chance so that no error is the same for all.
local function loss_of(results)
  local loss
  for number, v in ipairs(results) do
    local weights = plain.generator(17 + number)
    local w = ops.constant(check.tensor(plain.random(weights, "double", v.shape, 0.5, 1.5)))
    local part = ops.sum(v * w)
    loss = loss and loss + part or part
  end
  return loss
end

local function nudged(inputs, i, k, by)
  local list = table.move(inputs, 1, #inputs, 1, {})
  local flat = inputs[i]:reshape { inputs[i]:count() }
  flat:set(k, flat:at(k) + by)
  list[i] = flat:reshape(inputs[i]:shape())
  return list
end

-- f gives one value or several of its inputs. Some elements of each input are compared.
local function gradcheck(name, inputs, f)
  local types = {}
  for i, x in ipairs(inputs) do types[i] = graph.TensorType("double", x:shape()) end
  local session = graph.InferenceSession { devices = { graph.CPU } }
  local good, problem = pcall(function()
    local model = session:load(graph.Graph(name, types, function(...)
      local loss = loss_of { f(...) }
      return loss, table.unpack(graph.grad(loss, { ... }))
    end))
    -- The loss alone: only its operations are computed again and again.
    local values = session:load(graph.Graph(name, types, function(...) return loss_of { f(...) } end))
    local results = model:execute(table.unpack(inputs))
    for i, x in ipairs(inputs) do
      local gradient = check.elements(results[i + 1])
      assert(#gradient == x:count(), "the gradient has another number of elements")
      for _ = 1, math.min(x:count(), 6) do
        local k = x:count() <= 6 and _ - 1 or rng:integer(0, x:count() - 1)
        local step = 1e-5
        local function at(by) return values:execute(table.unpack(nudged(inputs, i, k, by)))[1]:at() end
        local wanted = (8 * (at(step) - at(-step)) - (at(2 * step) - at(-2 * step))) / (12 * step)
        compared = compared + 1
        if not (math.abs(gradient[k + 1] - wanted) <= 1e-7 + 1e-6 * math.abs(wanted)) then
          error(("input %d, element %d: the gradient is %.12g, and the difference %.12g"):format(i, k, gradient[k + 1], wanted), 0)
        end
      end
    end
  end)
  check.ok(good, "gradient of " .. name, problem)
end

local function shape() return rng:one { { 3, 2 }, { 5 }, { 1, 3 }, { 2, 1, 3 }, {} } end

-- Elementwise

local ranges = { log1p = { -0.5, 2 }, atan2 = { 0.3, 2 }, tan = { -1, 1 }, asin = { -0.8, 0.8 }, acos = { -0.8, 0.8 }, mod = { 1.1, 1.9 } }
local jumps = { floor = true, ceil = true, trunc = true, round = true, rint = true, sign = true, idiv = true }
local tried = {}
for _, row in ipairs(elementwise.list) do
  if row.types == "float" or row.types == "number" then
    local name = row.name
    if row.gives == "same" and not jumps[name] then
      local range = ranges[name] or { 0.2, 0.9 }
      if row.arity == 1 then
        gradcheck(name, { random(shape(), table.unpack(range)) }, ops[name])
      else
        gradcheck(name, { random({ 3, 2 }, table.unpack(range)), random({ 1, 2 }, range[1] * 0.9, range[2] * 0.9) }, ops[name])
      end
      tried[name] = true
    end
  end
end
check.ok(tried.add and tried.erf and tried.hypot and tried.pow, "elementwise operations are tried")

for _, name in ipairs { "abs", "neg", "cbrt", "sin", "tanh", "erf", "expm1", "sinh", "atan" } do
  gradcheck(name .. " of negative numbers", { random({ 4 }, -0.9, -0.2) }, ops[name])
end
gradcheck("a power of negative numbers", { random({ 4 }, -0.9, -0.2) }, function(v) return v ^ 3, v ^ 2, v ^ 1, v ^ 0 end)
gradcheck("minimum and maximum", { random { 3, 4 }, random { 4 } }, function(a, b) return ops.minimum(a, b), ops.maximum(a, b) end)
gradcheck("numbers", { random { 3 } }, function(v) return 2 - v, 3 / v, 2 ^ v, v * 4, v / 3, ops.maximum(v, 0.5) end)
gradcheck("what does not change by little", { random { 5 } }, function(v) return ops.floor(v) + v, ops.sign(v) * v, v // 3 + v end)
gradcheck("a value used many times", { random { 3 } }, function(v) return v * v * v + v / (v + 1) - v end)
gradcheck("values that do not count", { random { 3 }, random { 2 } }, function(v) return v * 2 end)
gradcheck("casts", { random { 3 } }, function(v) return ops.cast(ops.cast(v, "double") * 2, "double") end)
gradcheck("where", { random { 2, 3 }, random { 3 } }, function(a, b) return ops.where(ops.greater(a, 0.5), a * 2, b) end)

-- Broadcasts of all kinds

gradcheck("broadcasts", { random { 2, 1, 3 }, random { 4, 1 }, random {}, random { 1 } }, function(a, b, c, d) return a * b + c * d, a / c, d - b end)
gradcheck("broadcast_to", { random { 1, 3 }, random {} }, function(a, b) return a:broadcast_to { 2, 4, 3 }, b:broadcast_to { 2, 2 } end)

-- Views

gradcheck("reshape", { random { 3, 4 } }, function(v) return v:reshape { 2, -1 } end)
gradcheck("permute", { random { 2, 3, 4 } }, function(v) return v:permute { 2, 0, 1 }, v:transpose(0, 1) end)
gradcheck("slice", { random { 7, 3 } }, function(v) return v:slice(1, 6, 0, 2), v:slice(-2), v:slice(0, 1, 1) end)
gradcheck("slices of the same", { random { 9 } }, function(v) return v:slice(0, 6):slice(1, 6, 0, 3), v:slice(2, 9, 0, 4):flip() end)
gradcheck("flip", { random { 3, 2 } }, function(v) return v:flip(), v:flip(1):flip(0) end)
gradcheck("pad", { random { 3, 2 } }, function(v) return v:pad({ 1, 0 }, { 2, 1 }, 5), v:pad(1, 1, 0, -1) end)
gradcheck("concat", { random { 2, 3 }, random { 2, 1 }, random { 2, 0 } }, function(a, b, c) return ops.concat({ a, b, c, a }, 1) end)
gradcheck("squeeze and unsqueeze", { random { 1, 3, 1 } }, function(v) return v:squeeze(), v:squeeze(0):unsqueeze(-1) end)
gradcheck("windows", { random { 9 }, random { 2, 7, 3 } }, function(a, b)
  return a:windows(0, 3, { stride = 2 }), a:windows(0, 2, { dilation = 4 }), b:windows(1, 3, { stride = 3, dilation = 2 }):windows(2, 2)
end)
gradcheck("views of views", { random { 2, 3, 4 } }, function(v)
  return v:transpose(0, 2):slice(1, 4, 0, 2):flip(1):pad(1, 2, 0, 0):unsqueeze(1):broadcast_to { 5, 2, 3, 2 }:reshape { 10, 6 }
end)

-- Reductions

for _, axes in ipairs { { 0 }, { 1, 2 }, { 0, 2 }, { 0, 1, 2 } } do
  local text = " over " .. table.concat(axes, ",")
  for _, name in ipairs { "sum", "mean", "prod", "max", "min", "var", "std", "logsumexp" } do
    gradcheck(name .. text, { random { 2, 3, 4 } }, function(v) return ops[name](v, axes, { keep = rng:chance(0.5) }) end)
  end
end
gradcheck("argmax, beside others", { random { 3, 4 } }, function(v) return ops.cast(v:argmax(1), "double") * v:sum(1) end)
do
  local zeros = check.tensor(plain.new("double", { 3, 4 }, { 0.5, 0.0, 2.0, 3.0, 0.0, 1.5, 0.0, 2.0, 1.0, 2.0, 3.0, 4.0 }))
  gradcheck("products with zeros", { zeros }, function(v) return v:prod(1), v:prod(0), v:prod() end)
end

-- Those with kernels of their own

gradcheck("matmul", { random { 2, 3 }, random { 3, 4 } }, ops.matmul)
gradcheck("matmul of batches", { random { 5, 2, 3 }, random { 5, 3, 1 } }, ops.matmul)
gradcheck("matmul with broadcast batches", { random { 2, 1, 2, 3 }, random { 4, 3, 2 } }, ops.matmul)
gradcheck("matmul with one batch", { random { 2, 2, 3 }, random { 3, 4 } }, function(a, b) return ops.matmul(a, b), ops.matmul(b:transpose(), a:transpose()) end)
gradcheck("matmul with rows and columns", { random { 3 }, random { 3, 2 }, random { 2 } }, function(a, b, c)
  return ops.matmul(a, b), ops.matmul(b, c), ops.matmul(a, a)
end)
gradcheck("linear", { random { 2, 3 }, random { 4, 3 }, random { 4 } }, ops.linear)
local indices = check.tensor(plain.new("int", { 2, 3 }, { 1, 3, 0, 1, -1, 4 }))
gradcheck("gather", { random { 4, 3 } }, function(v)
  local at = ops.constant(indices)
  return ops.gather(v, at), ops.gather(v, at, 1), ops.gather(v, ops.constant(2, "int"), 0)
end)
gradcheck("scatter_add", { random { 4, 2 }, random { 2, 3, 2 } }, function(a, u) return ops.scatter_add(a, ops.constant(indices), u) end)
gradcheck("cumsum", { random { 4, 3 } }, function(v)
  return v:cumsum(0), v:cumsum(1, { exclusive = true }), v:cumsum(0, { reverse = true }), v:cumsum(-1, { exclusive = true, reverse = true })
end)
gradcheck("sort of rows and top_k", { random { 2, 3, 4 } }, function(v) return ops.sort(v), (ops.top_k(v, 2)) end)
gradcheck("stack, split and tile", { random { 2, 6 }, random { 2, 6 } }, function(a, b)
  local parts = ops.split(a, { 1, 2, 3 }, 1)
  return ops.stack({ a, b, a }, 1), parts[2] * 2, parts[3], ops.split(b, 3, -1)[2], ops.tile(a, { 2, 3 })
end)
gradcheck("sort", { random { 6 } }, function(v) return ops.sort(v), ops.sort(v, { descending = true }) end)

-- What is made of others

for _, name in ipairs { "relu", "leaky_relu", "sigmoid", "silu", "softplus", "elu", "gelu", "square" } do
  local x = random({ 3, 5 }, 0.1, 1.5)
  for k = 0, 14, 2 do x:set(k // 5, k % 5, -x:at(k // 5, k % 5)) end
  gradcheck(name, { x }, ops[name])
end
gradcheck("gelu by tanh", { random({ 7 }, -2, 2) }, function(v) return ops.gelu(v, "tanh") end)
gradcheck("clamp and mix", { random { 5 }, random { 5 } }, function(a, b) return ops.clamp(a, 0.3, 0.7), ops.mix(a, b, 0.3) end)
gradcheck("softmax", { random({ 3, 4 }, -2, 2) }, function(v) return ops.softmax(v), ops.softmax(v, 0) end)
gradcheck("log_softmax", { random({ 3, 4 }, -2, 2) }, function(v) return ops.log_softmax(v), ops.log_softmax(v, 0) end)
gradcheck("layer_norm", { random({ 3, 4 }, -2, 2), random { 4 }, random { 4 } }, ops.layer_norm)
gradcheck("rms_norm", { random({ 3, 4 }, -2, 2), random { 4 } }, ops.rms_norm)
gradcheck("conv1d", { random { 2, 3, 9 }, random { 4, 3, 3 } }, function(v, w) return ops.conv1d(v, w, { padding = 1, stride = 2, dilation = 2 }) end)
gradcheck("conv2d", { random { 1, 2, 5, 4 }, random { 2, 2, 3, 2 } }, function(v, w) return ops.conv2d(v, w, { padding = { 1, 0 }, stride = { 2, 1 } }) end)
gradcheck("pooling", { random { 1, 2, 5, 4 }, random { 1, 2, 7 } }, function(v, w)
  return ops.max_pool2d(v, 2), ops.avg_pool2d(v, { 2, 1 }), ops.max_pool1d(w, 3, { stride = 2, padding = 1 }), ops.avg_pool1d(w, 2)
end)
gradcheck("attention", { random { 2, 3, 4 }, random { 2, 3, 4 }, random { 2, 3, 4 } }, function(q, k, v)
  return ops.attention(q, k, v), ops.attention(q, k, v, { causal = true })
end)
gradcheck("cross_entropy", { random({ 3, 4 }, -2, 2) }, function(v) return ops.cross_entropy(v, ops.constant({ 0, 2, 3 }, "int")) end)
gradcheck("mse_loss", { random { 3 }, random { 3 } }, ops.mse_loss)

-- Gradients of gradients

local function gradient_of(f)
  return function(...) return table.unpack(graph.grad(loss_of { f(...) }, { ... })) end
end
gradcheck("a gradient of a power", { random { 4 } }, gradient_of(function(v) return v ^ 3 / (v + 1) end))
gradcheck("a gradient of functions", { random { 4 } }, gradient_of(function(v) return ops.exp(v) * ops.sin(v), ops.log(v) / ops.sqrt(v), ops.tanh(v), ops.erf(v) end))
gradcheck("a gradient of softmax", { random { 2, 3 } }, gradient_of(function(v) return ops.softmax(v) end))
gradcheck("a gradient of layer_norm", { random { 2, 4 } }, gradient_of(function(v) return ops.layer_norm(v) end))
gradcheck("a gradient of matmul", { random { 2, 3 }, random { 3, 2 } }, gradient_of(function(a, b) return ops.sigmoid(ops.matmul(a, b)) end))
gradcheck("a gradient of a convolution", { random { 1, 2, 6 }, random { 2, 2, 3 } }, gradient_of(function(v, w) return ops.conv1d(v, w, { stride = 2, padding = 1 }) ^ 2 end))
gradcheck("a gradient of pads, slices and windows", { random { 7 } }, gradient_of(function(v) return v:pad(1, 2, 0.5, 0):slice(1, 9, 0, 2) ^ 2, v:windows(0, 3, { stride = 2 }) ^ 3 end))
gradcheck("a gradient of gather and cumsum", { random { 4, 2 } }, gradient_of(function(v) return ops.gather(v, ops.constant(indices)) ^ 2, v:cumsum(0) ^ 2 end))
gradcheck("a gradient of reductions", { random { 3, 4 } }, gradient_of(function(v) return v:prod(1), v:var(0), v:max(1) ^ 2, v:logsumexp(1) end))
gradcheck("a third derivative", { random { 3 } }, gradient_of(gradient_of(function(v) return v ^ 4 * ops.exp(v) end)))
do
  local zeros = check.tensor(plain.new("double", { 2, 3 }, { 0.5, 0.0, 2.0, 3.0, 1.0, 2.0 }))
  gradcheck("a gradient of a product with a zero", { zeros }, gradient_of(function(v) return v:prod(1) end))
end

-- Ties, and choices that are not numbers

local function gradients_at(name, list, f)
  local x = check.tensor(plain.new("double", { #list }, list))
  local model = graph.InferenceSession { devices = { graph.CPU } }:load(graph.Graph(name, { graph.TensorType("double", { #list }) }, function(v)
    return graph.grad(ops.sum(f(v)), { v })
  end))
  return check.elements(model:execute(x)[1])
end
local function is_list(name, got, wanted)
  local same = #got == #wanted
  for i, x in ipairs(wanted) do same = same and (got[i] == x or x ~= x and got[i] ~= got[i]) end
  check.ok(same, name, "got " .. table.concat(got, ", "))
end
is_list("equal ones share the gradient of max", gradients_at("max", { 3.0, 1.0, 3.0 }, function(v) return v:max() end), { 0.5, 0, 0.5 })
is_list("and of maximum", gradients_at("maximum", { 1.0, 2.0 }, function(v) return ops.maximum(v, 1) end), { 0.5, 1 })
is_list("at 0, abs has 0", gradients_at("abs", { 0.0, -2.0 }, ops.abs), { 0, -1 })
is_list("and a power has what is right", gradients_at("pow", { 0.0, 0.0 }, function(v) return v ^ ops.constant(tensor.from("double", { 1, 2 })) end), { 1, 0 })
is_list("where keeps NaN of what is not chosen out", gradients_at("where", { 4.0, -1.0 }, function(v)
  return ops.where(ops.greater(v, 0), ops.sqrt(ops.where(ops.greater(v, 0), v, 1)), 0 / 0)
end), { 0.25, 0 })
is_list("which is not multiplied by 0", gradients_at("where", { 2.0, 3.0 }, function(v)
  return ops.where(ops.less(v, 2.5), v * v, ops.constant(tensor.from("double", { 1 / 0, 1 / 0 })))
end), { 4, 0 })
is_list("masks of infinity do not reach softmax", gradients_at("mask", { 1.0, 1.0, 5.0 }, function(v)
  local shut = ops.constant(tensor.from("double", { 0, 0, 1 })):greater(0)
  return ops.softmax(ops.where(shut, -math.huge, v)) * ops.constant(tensor.from("double", { 1, 1, 1 }))
end), { 0, 0, 0 })
is_list("a half on the way does not stop gradients", gradients_at("half", { 1.0, 2.0 }, function(v)
  return ops.cast(ops.cast(v, "half"), "double") * 3
end), { 3, 3 })
is_list("nor do views of halves", gradients_at("half", { 1.0, 2.0, 3.0 }, function(v)
  return ops.cast(ops.gather(ops.cast(v, "half"):flip():pad(1, 1, 0, 0), ops.constant({ 1, 1, 3 }, "int")), "double")
end), { 1, 0, 2 })

-- Far from 0, and at 0: what PyTorch gives, in float.
local far = { -1 / 0, -3e38, -1000.0, -100.0, -89.0, 0.0, 100.0, 1000.0, 1 / 0 }
for name, wanted in pairs {
  sigmoid = { 0, 0, 0, 0, 0, 0.25, 0, 0, 0 }, silu = { 0 / 0, 0, 0, 0, 0, 0.5, 1, 1, 0 / 0 }, softplus = { 0, 0, 0, 0, 0, 0.5, 1, 1, 1 },
  elu = { 0, 0, 0, 0, 0, 1, 1, 1, 1 }, relu = { 0, 0, 0, 0, 0, 0, 1, 1, 1 }, tanh = { 0, 0, 0, 0, 0, 1, 0, 0, 0 },
  gelu = { 0 / 0, 0, 0, 0, 0, 0.5, 1, 1, 0 / 0 }, erf = { 0, 0, 0, 0, 0, 2 / math.sqrt(math.pi), 0, 0, 0 },
} do
  local types = { graph.TensorType("float", { #far }) }
  local g = graph.Graph(name, types, function(v) return graph.grad(ops.sum(ops[name](v)), { v }) end)
  for _, device in ipairs { graph.CPU, require "gpu".DeviceContext() } do
    local result = graph.InferenceSession({ devices = { device } }):load(g):execute(tensor.from("float", far))[1]
    local got, good = check.elements(device == graph.CPU and result or result:tensor()), true
    for i, x in ipairs(wanted) do good = good and (math.abs(got[i] - x) < 1e-6 or x ~= x and got[i] ~= got[i]) end
    check.ok(good, ("the gradient of %s far from 0 on %s"):format(name, device == graph.CPU and "the CPU" or "a device"), table.concat(got, ", "))
  end
end

-- Operations of users, with gradients of their own

local op = require "op"
local function pass(call) return { call.gradients[1] } end
local both = { { name = "a", dtype = "double" }, "b" }
op.register("ste", { outputs = { "y" }, inputs = { "x" }, foreach = "y = floor(x)", gradient = pass })
op.register("ste_by_function", { outputs = { "y" }, inputs = { "x" }, foreach = function(x) return ops.floor(x) end, gradient = pass })
op.register("ste_of_graph", { outputs = { { name = "y", dtype = "same as x", shape = "same as x" } }, inputs = { "x" },
                              graph = function(x) return ops.floor(x) end, gradient = pass })
op.register("two_results", { outputs = { "s", "p" }, inputs = both, foreach = "s = a + b; p = a * b", gradient = function(call)
  local a, b = call.inputs[1], call.inputs[2]
  return { call.gradients[1] * 10 + call.gradients[2] * call.outputs[2] * b, call.gradients[2] * call.outputs[1] * a }
end })
op.register("constant", { outputs = { "y" }, inputs = { "x" }, foreach = "y = 3", gradient = function() return {} end })
local function own(name, ...) return ops.custom { name = name, values = { ... } } end
for _, name in ipairs { "ste", "ste_by_function", "ste_of_graph" } do
  is_list("the gradient of " .. name .. " is its own", gradients_at(name, { 1.5, -2.5 }, function(v) return own(name, v)[1] * v end), { 2.5, -5.5 })
end
is_list("which is used several times", gradients_at("ste", { 1.5, -2.5 }, function(v) return own("ste", own("ste", v)[1] * 2)[1] + own("ste", v)[1] end), { 3, 3 })
is_list("results have theirs", gradients_at("two_results", { 2.0, 3.0 }, function(v)
  local list = own("two_results", v, v * v)
  return list[1] + list[2]
end), { 10 + 8 * 4 + 6 * 2 * 4, 10 + 27 * 9 + 12 * 3 * 6 })
is_list("or one of them alone", gradients_at("two_results", { 2.0, 3.0 }, function(v) return own("two_results", v, v)[1] end), { 10, 10 })
is_list("and none of a constant", gradients_at("constant", { 2.0 }, function(v) return own("constant", v)[1] + v end), { 1 })
is_list("a gradient is differentiated again", gradients_at("two_results", { 2.0, 3.0 }, function(v)
  return graph.grad(ops.sum(own("two_results", v, ops.constant(tensor.from("double", { 1, 2 })))[2]), { v })[1]
end), { 2 * 1 ^ 3, 3 * 2 ^ 3 })

-- Sizes that are symbols

do
  local g = graph.Graph("symbolic", { graph.TensorType("double", { "n", 3 }), graph.TensorType("double", { 3 }), graph.TensorType("double", { "n", 1 }) }, function(x, w, b)
    local loss = ops.mean((x * w + b) ^ 2)
    return loss, table.unpack(graph.grad(loss, { x, w, b }))
  end)
  local model = graph.InferenceSession { devices = { graph.CPU } }:load(g)
  local good, text = true, ""
  for _, n in ipairs { 1, 2, 5 } do
    local x, w, b = random { n, 3 }, random { 3 }, random { n, 1 }
    local worked, result = pcall(model.execute, model, x, w, b)
    good = good and worked and math.abs(result[2]:at(0, 1) - 2 * (x:at(0, 1) * w:at(1) + b:at(0, 0)) * w:at(1) / (3 * n)) < 1e-12
    text = tostring(result)
  end
  check.ok(good, "sizes may be symbols", text)
end

-- Integers and loops have none; what is wrong is told

local function refused(name, pattern, f)
  local good, message = pcall(graph.Graph, "refused", { graph.TensorType("float", { 3 }), graph.TensorType("int", { 3 }) }, f)
  check.ok(not good and tostring(message):find(pattern) ~= nil, name, message)
end
refused("a loss is one number", "grad: the loss is float%[3%], and must be one float or double", function(x) return graph.grad(x * 2, { x }) end)
refused("which is no integer", "grad: the loss is int%[%], and must be one float or double", function(_, n) return graph.grad(n:sum(), { n }) end)
refused("integers have no gradient", "grad: value 1 is int%[3%], and must be a value of float or double", function(x, n) return graph.grad(x:sum(), { n }) end)
refused("values are a list", "grad: the second argument is a list of values", function(x) return graph.grad(x:sum(), x) end)
refused("of values", "grad: value 1 is number, and must be a value", function(x) return graph.grad(x:sum(), { 3 }) end)
refused("and so is the loss", "grad: the first argument is a value of the graph", function(x) return graph.grad(3, { x }) end)
for name, gradient in pairs {
  ["gradient of no_list: the gradient of operand 1 is number, and must be a value"] = function() return { 3 } end,
  ["no_list: gradient gives a list of values, one for each input, not nil"] = function() end,
  ["no_list: gradient gives a list of values, one for each input %(1%), and this one has an entry %[2%]"] = function(call)
    return { false, call.gradients[1] }
  end,
  ["gradient of no_list: the gradient of operand 1 is float%[%], and must be float%[3%]"] = function(call) return { ops.sum(call.gradients[1]) } end,
} do
  local made = { outputs = { "y" }, inputs = { "x" }, foreach = "y = x", gradient = gradient }
  refused(name, name, function(x)
    return graph.grad(require("graph.custom").of(require("graph.declaration").check("no_list", made), { x })[1]:sum(), { x })
  end)
end
check.ok(not pcall(graph.grad, nil, {}), "outside of a graph there are none")

print(("# %d elements compared"):format(compared))
check.done()
