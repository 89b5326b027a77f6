-- Operations with kernels of their own: how they are asked of library/.
--
--   library.operands(v) → the values whose arrays it reads
--   library.step(v, device) → { scratch = …, launches = … }, as library/matmul.lua says; its inputs are
--   the operands
local value = require "graph.value"

local library = {}

-- What is before, along and behind an axis.
local function around(shape, axis)
  local outer, inner = 1, 1
  for i, size in ipairs(shape) do
    if i <= axis then outer = outer * size elseif i > axis + 1 then inner = inner * size end
  end
  return outer, shape[axis + 1], inner
end

local steps = {}

-- An operand that is another array's transposed matrix is read as that.
local function untransposed(v)
  if v.definition.name ~= "permute" then return v, false end
  local axes, rank = v.attributes.axes, #v.shape
  local swaps = rank >= 2 and axes[rank] == rank - 2 and axes[rank - 1] == rank - 1
  if rank == 3 then swaps = swaps and axes[1] == 0 end
  if swaps then return v.inputs[1], true end
  return v, false
end

---The values whose arrays the operation reads.
---@param v table
function library.operands(v)
  if v.definition.name ~= "matmul" then return v.inputs end
  return { (untransposed(v.inputs[1])), (untransposed(v.inputs[2])) }
end

function steps.matmul(v, device, epilogue)
  local a, transpose_a = untransposed(v.inputs[1])
  local b, transpose_b = untransposed(v.inputs[2])
  local rank_a, rank_b = #v.inputs[1].shape, #v.inputs[2].shape
  local rank = #v.shape
  local made = require("graph.library.matmul").plan {
    dtype = v.dtype, device = device, batch = rank == 3 and v.shape[1] or 1,
    m = v.shape[rank - 1], n = v.shape[rank], k = v.inputs[1].shape[rank_a],
    a_batched = rank_a == 3, b_batched = rank_b == 3, transpose_a = transpose_a, transpose_b = transpose_b,
    epilogue = epilogue, index = epilogue and epilogue.index == "long" and "long" or nil,
  }
  return made
end

function steps.cumsum(v, device)
  local outer, length, inner = around(v.shape, v.attributes.axis)
  return require("graph.library.cumsum").plan {
    dtype = v.dtype, device = device, outer = outer, length = length, inner = inner,
    exclusive = v.attributes.exclusive, reverse = v.attributes.reverse,
  }
end

function steps.argsort(v, device)
  local length = v.shape[#v.shape]
  return require("graph.library.argsort").plan {
    dtype = v.inputs[1].dtype, device = device, rows = value.count(v.shape) // length, length = length,
    descending = v.attributes.descending,
  }
end

function steps.scatter_add(v, device)
  local base, indices = v.inputs[1], v.inputs[2]
  return require("graph.library.scatter_add").plan {
    dtype = v.dtype, device = device, rows = base.shape[1], count = value.count(indices.shape),
    width = value.count(base.shape) // base.shape[1], index_dtype = indices.dtype,
  }
end

---@param v table
---@param device gpu.Device
---@param epilogue? table # what is stored in place of an element of a product: library/matmul.lua
function library.step(v, device, epilogue) return steps[v.definition.name](v, device, epilogue) end

return library
