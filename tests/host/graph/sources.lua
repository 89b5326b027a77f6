-- The text of kernels for what cannot be had here. Arrays that are too large: their indices are longs, whatever
-- the size of the loops is; and compilers take the text. Compilers that contract: no product is a bare one.
--
--   workbench lua sources.lua
local codegen, fuse, library, optimize = require "graph.codegen", require "graph.fuse", require "graph.library", require "graph.optimize"
local gpu, graph, ops = require "gpu", require "graph", require "ops"
local context = gpu.DeviceContext()

local kinds = {
  emulator = { gpu = false, checks = true, max_group_size = 256, local_memory = 32768 },
  gpu = { gpu = true, checks = false, max_group_size = 256, local_memory = 32768 },
  cpu = { gpu = false, checks = false, max_group_size = 256, local_memory = 32768 },
}
local count = 0
local function ok(good, sentence, more)
  count = count + 1
  print(("%s %d - %s"):format(good and "ok" or "not ok", count, sentence))
  if not good then print("# " .. tostring(more):gsub("\n", "\n# ")) end
end

-- The kernels of a graph, as for a kind of device.
local function sources(device, g)
  local bound = optimize.bind(g.outputs, {}, nil)
  local groups, stored = fuse.groups(bound, optimize.order(bound), { fuses = true, cheap_endings = false })
  local list = {}
  for _, group in ipairs(groups) do
    if group.library then
      local epilogue
      if group.root ~= group.library then epilogue = codegen.epilogue(group, stored, device, fuse.base, 3) end
      for _, launch in ipairs(library.step(group.library, device, epilogue).launches) do list[#list + 1] = launch end
    else
      local kernel = codegen.kernel(group, stored, device, fuse.base)
      list[#list + 1] = { name = kernel.name, source = codegen.source { kernel } }
    end
  end
  return list
end

-- What counts: variables of loops and of work-items, and what is read of arrays of places.
local function counters(source)
  local found = {}
  for kind, name in source:gmatch "%f[%w](%a+) ([%a_]+%d*) =" do
    if (kind == "int" or kind == "long") and name ~= "lid" and name ~= "l" and name ~= "n" and not name:find "^x%d" and not name:find "^half"
      and not name:find "^place" then
      found[#found + 1] = kind .. " " .. name
    end
  end
  return found
end

local function try(name, wanted, shapes, f)
  local types = {}
  for i, shape in ipairs(shapes) do types[i] = graph.TensorType(shape.dtype or "float", shape) end
  local g = graph.Graph(name, types, f)
  for kind, device in pairs(kinds) do
    local wrong, seen = {}, 0
    for _, kernel in ipairs(sources(device, g)) do
      -- Those of libraries have a macro for the type, and short loops of ints.
      local macro = kernel.source:match "#define I (%a+)"
      for _, counter in ipairs(macro and { macro } or counters(kernel.source)) do
        seen = seen + 1
        if not counter:find("^" .. wanted) then wrong[#wrong + 1] = counter end
      end
      local good, message = pcall(context.compile_function, context, { source = kernel.source, name = kernel.name })
      if not good then wrong[#wrong + 1] = message end
    end
    ok(#wrong == 0 and seen > 0, ("%s, for %s: indices are %ss"):format(name, kind, wanted), table.concat(wrong, "\n"))
  end
end

local large, side = 1 << 33, 1 << 17
try("a slice of a long array", "long", { { large } }, function(x) return ops.slice(x, large - 100, large) * 2 end)
try("every second element", "long", { { large } }, function(x) return ops.slice(x, 0, large, 0, large // 128) + 1 end)
try("rows of a large table", "long", { { side, side }, { 60, dtype = "int" } }, function(x, i) return ops.gather(x, i, 0) * 2 end)
try("a corner, transposed", "long", { { side, side } }, function(x)
  return ops.slice(ops.slice(x, 0, 64, 0), 0, 64, 1):transpose() + 1
end)
try("softmax of some rows", "long", { { side, side } }, function(x) return ops.softmax(ops.slice(x, side - 40, side, 0), 1) end)
try("sums of columns of some rows", "long", { { side, side } }, function(x) return ops.sum(ops.slice(x, side - 40, side, 0), 0) end)
try("rows of sums in lanes", "long", { { side, side } }, function(x)
  return ops.sum(ops.slice(ops.slice(x, 0, 100, 0), 0, 200, 1):transpose(), 1)
end)
try("places of the greatest", "long", { { side, side } }, function(x) return ops.argmax(ops.slice(x, 0, 64, 1), 1) end)
try("numbers that are nowhere", "long", {}, function() return ops.slice(ops.iota({ large }, 0, "long"), large - 70, large) * 2 end)
try("a product, and a part of a large array", "long", { { 50, 60 }, { 60, 70 }, { large } }, function(x, y, z)
  return ops.matmul(x, y) + ops.slice(z, large - 70, large)
end)
try("a long array itself", "long", { { large } }, function(x) return x * 2 end)
try("an array of 2 GB", "int", { { 1 << 29 } }, function(x) return x * 2 + ops.slice(x, 0, 1) end)
try("a small product, and a bias", "int", { { 50, 60 }, { 60, 70 }, { 70 } }, function(x, y, z) return ops.matmul(x, y) + z end)

-- Products of floats, in a kernel of each kind

local nvidia = { gpu = true, checks = false, max_group_size = 256, local_memory = 32768, vendor = "NVIDIA Corporation" }
local function products(device, dtype, f)
  local types = {}
  for i, shape in ipairs { { 20, 300 }, { 300, 40 }, { 40 } } do types[i] = graph.TensorType(dtype, shape) end
  local texts = {}
  for _, kernel in ipairs(sources(device, graph.Graph("products", types, f))) do
    local good, message = pcall(context.compile_function, context, { source = kernel.source, name = kernel.name })
    texts[#texts + 1] = good and kernel.source or message
  end
  return table.concat(texts)
end
for name, f in pairs {
  ["element by element"] = function(x) return x * x + 1 end,
  ["a sum of squares"] = function(x) return ops.sum(x * x, 1) end,
  ["a product of all"] = function(x) return ops.prod(x, 1) + 1 end,
  ["the end of a product of matrices"] = function(x, y, z) return ops.matmul(x, y) * 0.5 + z end,
} do
  for _, dtype in ipairs { "float", "double" } do
    local text, plain = products(nvidia, dtype, f), products(kinds.gpu, dtype, f)
    local _, calls = text:gsub("[%w_]+ = times_" .. dtype .. "%(", "")
    local _, bare = plain:gsub("(%w+) = [%w.]+ %* [%w.]+;", "")
    ok(calls == bare and calls > 0 and text:find("asm%(\"mul%.rn%.f" .. (dtype == "float" and 32 or 64)) and not plain:find "times_",
       ("products of %ss, %s: as many, and of their own"):format(dtype, name), text .. plain)
  end
end
local whole = products(nvidia, "int", function(x) return x * x + 1 end)
ok(not whole:find "times_" and whole:find "__kernel", "products of integers are as everywhere", whole)
print("1.." .. count)
