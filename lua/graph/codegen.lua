-- The OpenCL C text of a group's kernel (fuse.lua).
--
--   codegen.kernel(group, stored, device, base) →
--     { name =, text =, wants_double =, arrays = { value, … }, results =, global = { … }, ["local"] = { … } }
--   codegen.source(kernels) → the text of a program with these kernels
--
-- The kernel's arguments are its arrays: `results` of them that it writes, the root's first, then those
-- that it reads. kernel.lua has how
-- values become text, reduce.lua reductions, layout.lua how the work is shared. Each operation is a
-- statement of its own, with FP_CONTRACT off (text.of has more where that is not heeded), so that a
-- fused kernel rounds exactly as the separate ones do.
local index = require "graph.index"
local kernel_module = require "graph.kernel"
local layout = require "graph.layout"
local text = require "graph.text"

local codegen = {}

local axes_of = layout.axes_of

-- All pairs of neighbours that could be joined: { value, axis from 1 }.
local function candidates(group)
  local pairs_found = {}
  local function add(v, axes, shape)
    for i = 2, #axes do
      if axes[i] == axes[i - 1] + 1 and shape[axes[i] + 1] > 1 then
        pairs_found[#pairs_found + 1] = { v, axes[i] + 1 }
      end
    end
  end
  local outer, inner = axes_of(group.root.shape, group.inner)
  add(group.root, outer, group.root.shape)
  add(group.root, inner, group.root.shape)
  local reductions = {}
  for v in pairs(group.members) do
    if v.definition.kind == "reduce" then reductions[#reductions + 1] = v end
  end
  table.sort(reductions, function(a, b) return a.id < b.id end)
  for _, v in ipairs(reductions) do add(v, v.attributes.axes, v.inputs[1].shape) end
  return pairs_found
end

local function join_all(list)
  local joined = {}
  for _, pair in ipairs(list) do
    joined[pair[1]] = joined[pair[1]] or {}
    joined[pair[1]][pair[2]] = true
  end
  return joined
end

-- Neighbouring axes become one loop where no division comes of it: a sum of two [64, 64] arrays is
-- one of [4096]. First all at once, which mostly works; else one pair after the other.
local function best_joined(group, stored, device, base)
  local list = candidates(group)
  local kernel = layout.write(group, stored, device, base, join_all(list))
  if kernel.divisions == 0 or #list == 0 then return kernel end
  local chosen = {}
  kernel = layout.write(group, stored, device, base, {})
  for _, pair in ipairs(list) do
    chosen[#chosen + 1] = pair
    local other = layout.write(group, stored, device, base, join_all(chosen))
    if other.divisions <= kernel.divisions then
      kernel = other
    else
      chosen[#chosen] = nil
    end
  end
  return kernel
end

local function results_of(kernel) return 1 + #kernel.group.also end

---What is done to each element of a product of matrices before it is stored, as library/matmul.lua
---wants it, and the arrays that it reads besides.
---@param group table
---@param stored table<table, boolean>
---@param device gpu.Device
---@param base fun(v: table): table
---@param first integer # the number of the first of these arrays among the step's inputs
function codegen.epilogue(group, stored, device, base, first)
  local root, product = group.root, group.library
  local kernel = kernel_module.new(group, stored, device, base, {})
  local function write_text(element, batch, row, column, at)
    local scope, indices = kernel_module.new_scope(nil, "item"), {}
    local sizes = table.move(product.shape, 1, #product.shape, 1, {})
    if #sizes == 2 then table.insert(sizes, 1, 1) end
    for axis, name in ipairs { batch, row, column } do indices[axis] = index.variable(name, 0, sizes[axis] - 1) end
    kernel.product = element
    local places = index.reshape(indices, sizes, root.shape)
    kernel_module.write(scope, "%s", text.store(root.dtype, "out", at, kernel:evaluate(root, places, scope)))
    for _, v in ipairs(group.also) do
      kernel_module.write(scope, "%s", text.store(v.dtype, kernel:array(v), at, kernel:evaluate(v, places, scope)))
    end
    return table.concat(scope.lines, "\n")
  end
  -- Once to see which arrays there are.
  write_text("value", "batch", "row", "column", "at")
  local parameters, arguments, results = {}, {}, results_of(kernel)
  for i = 2, #kernel.arrays do
    local is_result = i <= results
    parameters[i - 1] = ("__global %s%s *restrict a%d"):format(is_result and "" or "const ", text.storage(kernel.arrays[i].dtype), i - 1)
    arguments[i - 1] = is_result and { output = i } or { input = first + i - 1 - results }
  end
  return { dtype = root.dtype, parameters = table.concat(parameters, ", "), arguments = arguments, index = kernel.index_type,
           text = write_text },
         table.move(kernel.arrays, results + 1, #kernel.arrays, 1, {})
end

-- "graph_add_exp": the first operations of the group, from the operands to the root.
local function name_of(group)
  local members = {}
  for v in pairs(group.members) do
    local kind = v.definition.kind
    if kind == "map" or kind == "reduce" or kind == "gather" then members[#members + 1] = v end
  end
  table.sort(members, function(a, b) return a.id < b.id end)
  local names = {}
  for i, v in ipairs(members) do
    if i <= 4 then names[i] = v.definition.name end
  end
  if #members > 4 then names[5] = "and_" .. #members - 4 end
  if #names == 0 then return "graph_copy_" .. group.root.definition.name end
  return "graph_" .. table.concat(names, "_")
end

-- The kernel's text behind its name.
local function body_of(kernel)
  local parameters = {}
  for i, v in ipairs(kernel.arrays) do
    parameters[i] = ("__global %s%s *restrict a%d"):format(i > results_of(kernel) and "const " or "", text.storage(v.dtype), i - 1)
  end
  local lines = { ("(%s) {"):format(table.concat(parameters, ", ")) }
  for _, line in ipairs(kernel.locals) do lines[#lines + 1] = "  " .. line end
  for _, line in ipairs(kernel.scope.lines) do lines[#lines + 1] = "  " .. line end
  lines[#lines + 1] = "}\n"
  return table.concat(lines, "\n")
end

---@param group table
---@param stored table<table, boolean>
---@param device gpu.Device
---@param base fun(v: table): table
function codegen.kernel(group, stored, device, base)
  local kernel = best_joined(group, stored, device, base)
  local wants_double = false
  for _, v in ipairs(kernel.arrays) do wants_double = wants_double or v.dtype == "double" end
  return { name = name_of(group), text = body_of(kernel), wants_double = wants_double, arrays = kernel.arrays,
           results = results_of(kernel), global = kernel.global, ["local"] = kernel["local"] }
end

---Of kernels whose names differ, and which want doubles or do not.
---@param kernels { name: string, text: string, wants_double: boolean }[]
function codegen.source(kernels)
  local texts = {}
  for i, kernel in ipairs(kernels) do texts[i] = ("__kernel void %s%s"):format(kernel.name, kernel.text) end
  local all = table.concat(texts, "\n")
  return "#pragma OPENCL FP_CONTRACT OFF\n"
         .. (kernels[1].wants_double and "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" or "") .. text.prelude(all) .. all
end

return codegen
