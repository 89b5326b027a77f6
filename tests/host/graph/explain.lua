-- Graphs whose explanations are held against golden texts: explain.lua NAME prints one.
local gpu, graph, ops, tensor = require "gpu", require "graph", require "ops", require "tensor"
local T = graph.TensorType
local context = gpu.DeviceContext()

local graphs = {}

function graphs.softmax()
  return graph.Graph("softmax", { T("float", { "n", "m" }) }, function(x) return ops.softmax(x) end), { n = 64, m = 100 }
end

function graphs.layer_norm()
  return graph.Graph("layer_norm", { T("float", { "n", 256 }), T("float", { 256 }), T("float", { 256 }) },
    function(x, scale, shift) return ops.layer_norm(x) * scale + shift end), { n = 128 }
end

-- exp is needed by two kernels, of which one takes arrays.
function graphs.shared()
  return graph.Graph("shared", { T("float", { 40, 50 }) }, function(x)
    local y = ops.exp(x * 2)
    return ops.cumsum(y, 1), y + 1
  end), {}
end

function graphs.matmul_bias()
  return graph.Graph("matmul_bias", { T("float", { "n", 48 }), T("float", { 48, 32 }), T("float", { 32 }) },
    function(x, weight, bias) return (x:matmul(weight) + bias):maximum(0) end), { n = 100 }
end

-- Two chains that have nothing to do with each other, and come together at the end; something that is
-- there twice, something that nobody needs, and something that is computed ahead.
function graphs.branches()
  return graph.Graph("branches", { T("float", { 64, 64 }), T("float", { 64, 64 }) }, function(x, y)
    local a, b = ops.cumsum(x + 1, 0), ops.cumsum(y * 3, 1)
    local unneeded = ops.exp(x) -- luacheck: ignore
    local ahead = ops.sqrt(ops.constant { 1.0, 4.0, 9.0, 16.0 }):sum()
    return a + b, (a + b) * ahead
  end), {}
end

local function load(name, device)
  local g, sizes = graphs[name]()
  return graph.InferenceSession { devices = { device or context } }:load(g), sizes
end

local actions = {}

function actions.text(name)
  local model, sizes = load(name)
  print(model:explain(sizes))
end

function actions.cpu(name)
  local model, sizes = load(name, graph.CPU)
  print(model:explain(sizes))
end

-- What programs read: numbers that do not depend on how kernels are written.
function actions.fields(name)
  local model, sizes = load(name)
  local explanation = model:explain(sizes)
  assert(explanation.bytes_moved == model:bytes_moved(sizes))
  local moved = 0
  for i, kernel in ipairs(explanation.kernels) do
    assert(kernel.number == i and #kernel.launches > 0 and #kernel.operations > 0)
    assert(explanation:source(i):find("void " .. kernel.launches[1].name .. "(", 1, true))
    moved = moved + kernel.reads + kernel.writes
  end
  assert(moved == explanation.bytes_moved)
  local copy = explanation:table()
  assert(getmetatable(copy) == nil and copy.kernels ~= explanation.kernels and #copy.kernels == #explanation.kernels)
  require("graph.native").encode(copy)
  print(explanation.bytes_moved, explanation.unfused.bytes_moved, #explanation.kernels, explanation.unfused.kernels)
end

-- Names that would break a picture.
function actions.pictures(folder)
  local g = graph.Graph('a<b>"c"&\\d\n\27e', { T("float", { 8 }) }, function(x) return ops.cumsum(x * 2, 0) + 1 end)
  local model = graph.InferenceSession { devices = { context } }:load(g)
  for _, ending in ipairs { "txt", "dot", "svg" } do model:explain():save(folder .. "/odd." .. ending) end
  local unnamed = graph.Graph("unnamed", { T("float", { 8 }), T("float", { 8 }) }, function(x, ...) return x + ... end)
  graph.InferenceSession({ devices = { context } }):load(unnamed):explain():save(folder .. "/unnamed.dot")
  for name in pairs(graphs) do
    local one, sizes = load(name)
    for _, ending in ipairs { "dot", "svg" } do one:explain(sizes):save(("%s/%s.%s"):format(folder, name, ending)) end
    local on_cpu, same = load(name, graph.CPU)
    on_cpu:explain(same):save(("%s/%s-cpu.svg"):format(folder, name))
  end
end

function actions.errors()
  local model = load "softmax"
  local function try(...) print((select(2, pcall(...)):gsub("^.-explain.lua:%d+: ", ""))) end
  try(model.explain, model)
  try(model.explain, model, { n = 1 })
  try(model.explain, model, { n = 1, m = -1 })
  try(model.explain, model, { n = 1, m = 1, k = 1 })
  try(model.explain, model, 5)
  try(model.bytes_moved, model)
  model:execute(tensor.zeros("float", { 2, 3 }))
  context:synchronize()
  local explanation = model:explain()
  print(explanation.sizes.n, explanation.sizes.m, explanation.device)
  try(explanation.source, explanation, 2)
  try(explanation.save, explanation, "picture.png")
end

actions[arg[1]](table.unpack(arg, 2))
