-- What is wrong with a graph is told with the operation, types and shapes, and the line.
local check, graph, ops, tensor = require "check", require "graph", require "ops", require "tensor"
local T = graph.TensorType

local here = debug.getinfo(1, "S").short_src

local function is_told(name, wanted, good, message)
  message = tostring(message)
  local place, text = message:match "^(.-%.lua:%d+): (.*)$"
  local at = place and place:match "^(.*):%d+$"
  check.ok(not good and text == wanted and at == here, name, "told: " .. message, "should be: " .. wanted)
end

-- f builds a graph of these: float[3, 4], int[3, 4], half[3], bool[3], float[n].
local function refused(wanted, f)
  local good, message = pcall(graph.Graph, "g", { T("float", { 3, 4 }), T("int", { 3, 4 }), T("half", { 3 }), T("bool", { 3 }), T("float", { "n" }) },
                              function(...) local v = f(...) return v end)
  is_told(wanted, wanted, good, message)
end
local function raises(wanted, f, ...)
  local good, message = pcall(f, ...)
  is_told(wanted, wanted, good, message)
end

-- Types

refused('add: the operands are float[3, 4] and int[3, 4]: cast one, as ops.cast(x, "float")', function(x, n) return x + n end)
refused("exp: the operand is int[3, 4], and must be float or double", function(_, n) return ops.exp(n) end)
refused("add: the operand is half[3], and must be numbers; half is for storage: cast it to float", function(_, _, h) return h + h end)
refused("bit_and: the operand is float[3, 4], and must be integers", function(x) return x & x end)
refused("logical_and: the operand is int[3, 4], and must be bool", function(_, n) return ops.logical_and(n, n) end)
refused("where: the first operand is float[3, 4], and must be bool", function(x) return ops.where(x, x, x) end)
refused("add: 1.5 is no int", function(_, n) return n + 1.5 end)
refused("add: 300 is beyond what a uchar holds", function(_, n) return ops.cast(n, "uchar") + 300 end)
refused("cast: there is no type 'float4'; did you mean 'float'?", function(x) return ops.cast(x, "float4") end)
refused("mean: the operand is int[3, 4], and must be float or double", function(_, n) return n:mean() end)
refused("any: the operand is float[3, 4], and must be bool", function(x) return ops.any(x) end)
refused("gather: indices are float[3, 4], and must be int or long", function(x) return ops.gather(x, x) end)
refused("one_hot: indices are float[3, 4], and must be integers", function(x) return ops.one_hot(x, 3) end)
refused("softmax: the operand is int[3, 4], and must be float or double", function(_, n) return ops.softmax(n) end)
refused("exp: the operand is userdata, and must be a value of the graph: ops.constant makes a value of a tensor",
        function() return ops.exp(tensor.zeros("float", { 3 })) end)
refused("relu: the operand is number, and must be a value of the graph", function() return ops.relu(3) end)
refused("add: there are 1 operands, and must be 2", function(x) return ops.add(x) end)

-- Shapes

refused("add: shapes [3, 4] and [2, 4] do not broadcast: axis 0 has 3 and 2 elements", function(x) return x + ops.zeros { 2, 4 } end)
refused("where: shapes [3] and [3, 4] do not broadcast: axis 1 has 3 and 4 elements", function(x, _, _, b) return ops.where(b, x, 0) end)
refused("reshape: [3, 4] has 12 elements, and [5, 3] has 15", function(x) return x:reshape { 5, 3 } end)
refused("reshape: float[3, 4] has 12 elements, which are no multiple of 5", function(x) return x:reshape { 5, -1 } end)
refused("reshape: only one size may be -1", function(x) return x:reshape { -1, -1 } end)
refused("reshape: a shape is a list, as { 2, 3 }", function(x) return x:reshape(12) end)
refused("broadcast_to: [3, 4] does not broadcast to [3, 5]", function(x) return x:broadcast_to { 3, 5 } end)
refused("permute: axis 0 is there twice", function(x) return x:permute { 0, 0 } end)
refused("permute: 1 axes are named, and the operand is float[3, 4]", function(x) return x:permute { 0 } end)
refused("transpose: there is no axis 5: the value has 2 axes, counted from 0", function(x) return x:transpose(0, 5) end)
refused("slice: places 0 to 9 are not in axis 0 of float[3, 4]", function(x) return x:slice(0, 9) end)
refused("slice: a step is 1 or more, not 0", function(x) return x:slice(0, 2, 0, 0) end)
refused("slice: the first place is a whole number, not 0.5", function(x) return x:slice(0.5, 2) end)
refused("pad: the list of what is before has 3 numbers, and float[3, 4] has 2 axes", function(x) return x:pad({ 1, 1, 1 }, { 1, 1, 1 }) end)
refused("pad: padding of axis 0 of float[3, 4] is a whole number, 0 or more, not -1", function(x) return x:pad(-1, 1, 0, 0) end)
refused("concat: parts have shapes [3, 4] and [2, 3], which may differ in axis 0 only", function(x) return ops.concat({ x, ops.zeros { 2, 3 } }, 0) end)
refused("concat: parts are float[3, 4] and int[3, 4]: cast one", function(x, n) return ops.concat { x, n } end)
refused("squeeze: axis 0 of float[3, 4] has not the size 1", function(x) return x:squeeze(0) end)
refused("windows: windows over 4 elements do not fit into axis 0 of [3, 4]", function(x) return x:windows(0, 4) end)
refused("sum: there is no axis 2: the value has 2 axes, counted from 0", function(x) return x:sum(2) end)
refused("sum: axis 1 is there twice", function(x) return x:sum { 1, -1 } end)
refused("max: axis 0 of float[0, 2] has no elements", function() return ops.zeros({ 0, 2 }):max(0) end)
refused("max: axes are an integer, or a list of them: of two values it is ops.maximum", function(x) return ops.max(x, x) end)
refused("sum: axes are a list, and here is a field 'keep': options come after them, as ops.sum(x, nil, { keep = … })",
        function(x) return ops.sum(x, { keep = true }) end)
for _, name in ipairs { "sum", "prod", "max", "min", "argmax", "argmin", "mean", "var", "std", "logsumexp" } do
  refused(name .. ": the list of axes is empty: without one it is of all axes", function(x) return ops[name](x, {}) end)
end
refused("any: the list of axes is empty: without one it is of all axes", function(_, _, _, b) return ops.any(b, {}) end)
refused("iota: the places 0 to 256 are more than uchar holds", function() return ops.iota(257, 0, "uchar") end)
refused("iota: the places 0 to 2147483648 are more than int holds", function(_, n) return ops.one_hot(n, (1 << 31) + 1) end)

-- Sizes whose products would wrap

local function too_large(name, shape) return ("%s: float%s has more elements than there is memory for"):format(name, shape) end
refused(too_large("full", "[4611686018427387904, 8]"), function() return ops.zeros { 1 << 62, 8 } end)
refused(too_large("broadcast_to", "[4611686018427387904, 3, 4]"), function(x) return x:broadcast_to { 1 << 62, 3, 4 } end)
refused("pad: padding of axis 0 of float[3, 4] is a whole number, 0 or more, not 9223372036854775807",
        function(x) return x:pad(math.maxinteger, math.maxinteger, 0, 0) end)
refused("windows: the size is a whole number from 1 to 2^31, not 4611686018427387904", function(x) return x:windows(0, 1 << 62, { dilation = 8 }) end)
check.ok(graph.Graph("g", { T("float", { 3 }) }, function(x) return x:slice(1, 3, 0, math.maxinteger) end).outputs[1].shape[1] == 1,
         "a step may go beyond the end")
refused("matmul: the operands have shapes [3, 4] and [3, 4]: the last size of the first must be the last but one of the second",
        function(x) return ops.matmul(x, x) end)
refused("scatter_add: updates are float[3, 4], and must be float[3, 4, 4]: the shape of the indices, then the rest of float[3, 4]",
        function(x, n) return ops.scatter_add(x, n, x) end)
refused("conv1d: the input is float[1, 2, 5] and the weights are float[1, 3, 2]: axis 1, the channels, must agree",
        function() return ops.conv1d(ops.zeros { 1, 2, 5 }, ops.zeros { 1, 3, 2 }) end)
refused("conv1d: there is no option 'strides'; did you mean 'stride'?",
        function() return ops.conv1d(ops.zeros { 1, 2, 5 }, ops.zeros { 1, 2, 2 }, { strides = 2 }) end)
refused("max_pool2d: the size of a window is a whole number, or a list of 2, not { 2 }", function() return ops.max_pool2d(ops.zeros { 1, 2, 5, 5 }, { 2 }) end)
refused("cross_entropy: the operands are float[3, 4] and int[2]: axis 0, the batch, must agree", function(x) return ops.cross_entropy(x, ops.zeros({ 2 }, "int")) end)

-- Names that there are not, and operands that are none

refused("there is no operation ops.softmx; did you mean 'softmax'?", function(x) return ops.softmx(x) end)
refused("there is no operation ops.rleu; did you mean 'relu'?", function(x) return ops.rleu(x) end)
refused("there is no operation ops.unslice; did you mean 'slice'?", function(x) return ops.unslice(x) end)
refused("a value of a graph has no 'foo'", function(x) return x:foo() end)
refused("a value has no elements yet: x:slice(1, 2) is a part of it", function(x) return x[1] end)
refused("a value has no length: its sizes are x.shape, here [3, 4]", function(x) return #x end)
-- Names that NumPy and PyTorch have
for _, name in ipairs { "sum", "prod", "max", "min", "argmax", "argmin", "mean", "var", "std", "logsumexp" } do
  for _, option in ipairs { "keepdims", "keepdim" } do
    refused(name .. ": there is no option '" .. option .. "'; did you mean 'keep'?", function(x) return ops[name](x, 0, { [option] = true }) end)
  end
  for _, option in ipairs { "axis", "axes", "dim", "dims" } do
    refused(("%s: there is no option '%s'; did you mean the argument 'axes' of ops.%s(v, axes, options)?"):format(name, option, name),
            function(x) return ops[name](x, nil, { [option] = 0 }) end)
    refused(("%s: axes have no name, and here is a field '%s': ops.%s(x, 0), or of several ops.%s(x, { 0, 1 })"):format(name, option, name, name),
            function(x) return ops[name](x, { [option] = 0, keepdims = true }) end)
  end
end
refused("any: there is no option 'keepdim'; did you mean 'keep'?", function(_, _, _, b) return ops.any(b, 0, { keepdim = true }) end)
refused("sum: axes are a list, and here is a field 'keepdims': options come after them, as ops.sum(x, nil, { keep = … })",
        function(x) return ops.sum(x, { keepdims = true }) end)
refused("softmax: an axis is a whole number, not { dim = … }: the arguments of ops.softmax have no names", function(x) return ops.softmax(x, { dim = 0 }) end)
refused("stack: an axis is a whole number, not { axis = … }: the arguments of ops.stack have no names", function(x) return ops.stack({ x, x }, { axis = 0 }) end)
refused("cumsum: there is no option 'dim'; did you mean the argument 'axis' of ops.cumsum(v, axis, options)?", function(x) return ops.cumsum(x, 0, { dim = 0 }) end)
refused("sort: there is no option 'descendin'; did you mean 'descending'?", function(x) return ops.sort(x, { descendin = true }) end)
refused("attention: there is no option 'is_causal'; did you mean 'causal'?", function(x) return ops.attention(x, x, x, { is_causal = true }) end)
refused('gelu: the approximation is "tanh", or left out, and not table', function(x) return ops.gelu(x, { approximate = "tanh" }) end)
refused("cast: there is no type 'float64'; did you mean 'double'?", function(x) return ops.cast(x, "float64") end)
refused("full: there is no type 'uint8'; did you mean 'uchar'?", function() return ops.full({ 3 }, 1, "uint8") end)
refused("iota: there is no type 'i64'; did you mean 'long'?", function() return ops.iota(3, 0, "i64") end)
raises("TensorType: there is no type 'float32'; did you mean 'float'?", function() local t = T("float32", { 3 }) return t end)
-- No operation without operands fails in the library's own lines.
for name in pairs(ops) do
  for _, operands in ipairs { {}, { 3 }, { "x" }, { {} }, { 3, 3, 3 } } do
    local good, message = pcall(graph.Graph, "g", { T("float", { 3 }) }, function() local v = ops[name](table.unpack(operands)) return v end)
    local place = tostring(message):match "^(.-):%d+: "
    if not good and place ~= here then check.ok(false, "ops." .. name .. " says what is wrong", message) end
    if good and not ({ size = true, constant = true, iota = true, full = true, zeros = true, ones = true })[name] then
      check.ok(false, "ops." .. name .. " takes operands", #operands)
    end
  end
end
do
  local symbolic = graph.Graph("symbolic", { T("float", { "n" }) }, function(x) return ops.softmax(x), ops.mean(x) end)
  local model = graph.InferenceSession({ devices = { graph.CPU } }):load(symbolic)
  local good, message = pcall(model.execute, model, tensor.zeros("float", { 0 }))
  check.ok(not good and tostring(message):find "mean over n = 0: there is no mean of nothing$" ~= nil, "a mean of nothing has no value", message)
  local empty = graph.Graph("empty", { T("float", { 2, 0 }), T("float", { "n", 3 }) }, function(x, y) return ops.softmax(x), ops.log_softmax(y, 0), ops.logsumexp(y) end)
  local results = graph.InferenceSession({ devices = { graph.CPU } }):load(empty):execute(tensor.zeros("float", { 2, 0 }), tensor.zeros("float", { 0, 3 }))
  check.ok(results[1]:count() == 0 and results[2]:count() == 0 and results[3]:at() == -math.huge, "a softmax of nothing is nothing")
end

-- Graphs, sessions and models

refused("a value of a graph has no 'shap'; did you mean 'shape'?", function(x) return x.shap end)
refused("graph 'g': result 1 is number, and must be a value of the graph", function() return 3 end)
do
  local other
  graph.Graph("other", { T("float", { 3, 4 }) }, function(x) other = x return x end)
  refused("add: operand 2 is a value of another graph", function(x) return x + other end)
end
raises("full: graphs are built in the function that graph.Graph is given", function() local v = ops.full({ 3 }, 1) return v end)
raises("graph 'g': its function returns no value", function() local g = graph.Graph("g", {}, function() end) return g end)
raises("graph 'g': result 2 is nil, and must be a value of the graph", function() local g = graph.Graph("g", { T("float", {}) }, function(x) return x, nil, x end) return g end)
raises("TensorType: there is no type 'float4'; did you mean 'float'?", function() local t = T("float4", {}) return t end)
raises(too_large("TensorType", "[4611686018427387904, 8]"), function() local t = T("float", { 1 << 62, 8 }) return t end)
raises(too_large("TensorType", "[9223372036854775807]"), function() local t = T("float", { math.maxinteger }) return t end)
raises("TensorType: the size of axis 0 cannot be -1", function() local t = T("float", { -1 }) return t end)
raises("InferenceSession: there is no 'fuse'; did you mean 'fuses'?", function() local s = graph.InferenceSession { devices = { graph.CPU }, fuse = false } return s end)
raises("InferenceSession: devices is a list of one gpu.DeviceContext, or of graph.CPU", function() local s = graph.InferenceSession { devices = { 3 } } return s end)
raises("InferenceSession: queues is a whole number, 1 or more, not 0", function() local s = graph.InferenceSession { devices = { graph.CPU }, queues = 0 } return s end)

-- Lua has no line of a call that is all a return has.
local function tail(x, n)
  local twice = x * 2
  return ops.add(twice, n)
end
local function through(x, n)
  return tail(x, n)
end
local function after(x, n)
  local y = tail(x, n)
  return y
end
do
  local function line_of(f, function_of_graph, is_forgotten)
    local good, message = pcall(graph.Graph, "g", { T("float", { 3 }), T("int", { 3 }) }, f)
    local line = math.tointeger(tostring(message):match "^.-%.lua:(%d+): add: the operands are")
    check.ok(not good and line == function_of_graph, "a line of a function that ends by a call: " .. function_of_graph, message)
    local is_begin = tostring(message):find("(in the function that begins here; of a `return f(x)` Lua keeps no line)", 1, true) ~= nil
    check.ok(is_begin == (is_forgotten or false), "which is said where it is the function's", message)
  end
  local begins = debug.getinfo(tail, "S").linedefined
  line_of(tail, begins, true)
  line_of(through, debug.getinfo(through, "S").linedefined, true)
  line_of(after, debug.getinfo(after, "S").linedefined + 1)
  line_of(function(x, n)
    local y = x + 1
    return y + n
  end, debug.getinfo(1, "l").currentline - 1)
  -- Where values were made is known in the same way.
  local g = graph.Graph("g", { T("float", { 3 }) }, function(x) return ops.exp(x) end)
  check.ok(tostring(g.outputs[1].place):match ":(%d+)$" == tostring(debug.getinfo(1, "l").currentline - 1), "the place of a value", g.outputs[1].place)
end

local session = graph.InferenceSession { devices = { graph.CPU } }
local function zeros(...) return tensor.zeros("float", { ... }) end
local function execute(g, ...)
  local model, inputs = session:load(g), { ... }
  return function() local results = model:execute(table.unpack(inputs)) return results end
end
local scale = graph.Graph("scale", { T("float", { "n", 3 }), T("float", { "n" }) }, function(x, y) return x * 2, y end)
raises("graph 'scale': execute was given 1 inputs, and needs 2", execute(scale, zeros(2, 3)))
raises("graph 'scale': input 1 is float[2, 4], and must be float[n, 3]", execute(scale, zeros(2, 4), zeros(2)))
raises("graph 'scale': input 2 is float[3]: n is 3 here, but 2 in input 1", execute(scale, zeros(2, 3), zeros(3)))
raises("graph 'scale': input 1 is int[2, 3], and must be float[n, 3]", execute(scale, tensor.zeros("int", { 2, 3 }), zeros(2)))
local weighted = graph.Graph("weighted", {}, function() local w = graph.Weight("k", "float", { 3 }) return w end)
raises("load: there is no weight 'k'", function() local m = session:load(weighted) return m end)
raises("graph 'weighted': weight 'k' is float[4], and must be float[3]", function() local m = session:load(weighted, { weights = { k = zeros(4) } }) return m end)
raises("load: graph 'scale' has no weight 'a'", function() local m = session:load(scale, { weights = { a = zeros(3) } }) return m end)
local sums = graph.Graph("sums", { T("float", { "n" }), T("float", { "m" }) }, function(x, y) local z = x + y return z end)
raises(too_large("input", "[1152921504606846976]"), function()
  local model = session:load(graph.Graph("g", { T("float", { "n" }) }, function(x) return x * 2 end))
  local text = model:explain { n = 1 << 60 }
  return text
end)
raises("broadcast_to: [5] does not broadcast to [4]", execute(sums, zeros(5), zeros(4)))
local parts = graph.Graph("parts", { T("float", { "n" }) }, function(x) local z = x:slice(2, 5) return z end)
raises("slice: places 2 to 4 of axis 0 are not in [3]", execute(parts, zeros(3)))
local unknown = graph.Graph("unknown", { T("float", { "n" }) }, function(x) local z = x:reshape { "q", 2 } return z end)
raises("q is not the size of an input", execute(unknown, zeros(4)))

check.done()
