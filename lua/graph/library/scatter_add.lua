-- Sums of rows by index: out[r, c] = base[r, c] + the sum of updates[j, c] over all j with
-- indices[j] == r.
--
--   plan(call) -> step
--
-- call = {
--   dtype = "float",       any type but half
--   rows = 10,             of base and of the output
--   count = 5,             of indices, and of rows of updates
--   width = 3,             of all rows
--   index_dtype = "int",   or "long"
--   device = ctx:device(),
--   variant = nil,         "loop", "columns" or "sorted"; chosen if nil
--   index = nil,           type of indices in the kernels, "int" or "long"; chosen if nil
-- }
--
-- Inputs: 1 base [rows, width], 2 indices [count], 3 updates [count, width]. Output 1 is
-- [rows, width]. An index outside 0 … rows - 1, a negative one too, adds to nothing. An element's
-- additions are in the order of j, ((base + u0) + u1) + …, in each of the variants: they all give
-- the same bytes. Integers wrap.
--
-- Variants:
--   loop     a work-item for each element looks at all indices: for few rows or few indices
--   columns  for CPUs: a work-item has some columns of all rows, and adds to them in the order of j
--   sorted   the indices are sorted (argsort keeps the order of equal ones), a launch finds where
--            each row's part begins, and a work-item for each element adds up its part
local argsort = require "graph.library.argsort"

-- The type of sums: unsigned, so that those of integers wrap.
local SUMS = {
  char = "uint", uchar = "uint", short = "uint", ushort = "uint", int = "uint", uint = "uint",
  long = "ulong", ulong = "ulong", float = "float", double = "double",
}
local STRIP = 8  -- columns of a work-item of "columns"

local function ceil_div(a, b) return (a + b - 1) // b end

local function header(call)
  return table.concat({
    "#pragma OPENCL FP_CONTRACT OFF",
    "#define T " .. call.dtype,
    "#define S " .. SUMS[call.dtype],
    "#define J " .. call.index_dtype,
    "#define I " .. call.index,
    "", "",
  }, "\n")
end

local LOOP = [[
__kernel void scatter_add_loop(__global T *out, __global const T *base, __global const J *indices,
                               __global const T *updates, I rows, I count, I width) {
  const I item = get_global_id(0);
  if (item >= rows * width) return;
  const I row = item / width, column = item % width;
  S sum = (S)base[item];
  for (I j = 0; j < count; j++)
    if (indices[j] == row) sum += (S)updates[j * width + column];
  out[item] = (T)sum;
}
]]

local COLUMNS = [[
__kernel void scatter_add_columns(__global T *out, __global const T *base,
                                  __global const J *indices, __global const T *updates, I rows,
                                  I count, I width) {
  const I first = (I)get_global_id(0) * STRIP;
  const int wide = min((I)STRIP, width - first);
  for (I row = 0; row < rows; row++)
    for (int c = 0; c < wide; c++) out[row * width + first + c] = base[row * width + first + c];
  for (I j = 0; j < count; j++) {
    const J row = indices[j];
    if (row < 0 || row >= rows) continue;
    __global T *to = out + (I)row * width + first;
    for (int c = 0; c < wide; c++) to[c] = (T)((S)to[c] + (S)updates[j * width + first + c]);
  }
}
]]

-- Where each row's part of the sorted indices begins, and after the last row where it ends.
local STARTS = [[
__kernel void scatter_add_starts(__global int *starts, __global const J *sorted, I rows,
                                 I count) {
  const I row = get_global_id(0);
  if (row > rows) return;
  I low = 0, high = count;
  while (low < high) {
    const I half_way = (low + high) / 2;
    if (sorted[half_way] < row) low = half_way + 1;
    else high = half_way;
  }
  starts[row] = low;
}

]]

local SORTED = [[
__kernel void scatter_add_sorted(__global T *out, __global const T *base, __global const T *updates,
                                 __global const int *order, __global const int *starts, I rows,
                                 I width) {
  const I item = get_global_id(0);
  if (item >= rows * width) return;
  const I row = item / width, column = item % width;
  const int end = starts[row + 1];
  S sum = (S)base[item];
  for (int i = starts[row]; i < end; i++) sum += (S)updates[order[i] * width + column];
  out[item] = (T)sum;
}
]]

local function over(call, count)
  local group = math.min(count, call.device.gpu and 256 or 64, call.device.max_group_size)
  return { global = ceil_div(count, group) * group, ["local"] = group }
end

-- Arguments of a kernel: pointers, and then sizes.
local function arguments(call, pointers, ...)
  for _, size in ipairs { ... } do pointers[#pointers + 1] = { [call.index] = size } end
  return pointers
end

-- A step of one launch.
local function one_launch(call, name, text, sizes)
  local pointers = { { output = 1 }, { input = 1 }, { input = 2 }, { input = 3 } }
  return {
    scratch = {},
    launches = { {
      name = name,
      source = header(call) .. text,
      arguments = arguments(call, pointers, call.rows, call.count, call.width),
      sizes = sizes,
    } },
  }
end

local function loop(call)
  return one_launch(call, "scatter_add_loop", LOOP, over(call, call.rows * call.width))
end

local function columns(call)
  return one_launch(call, "scatter_add_columns", "#define STRIP " .. STRIP .. "\n" .. COLUMNS,
                    { global = ceil_div(call.width, STRIP), ["local"] = 1 })
end

local function sorted(call)
  local step = argsort.plan {
    dtype = call.index_dtype, rows = 1, length = call.count, index = call.index,
    device = call.device,
  }
  local order, starts = { scratch = #step.scratch + 1 }, { scratch = #step.scratch + 2 }
  step.scratch[order.scratch] = { dtype = "int", count = call.count }
  step.scratch[starts.scratch] = { dtype = "int", count = call.rows + 1 }
  for _, launch in ipairs(step.launches) do
    for i, argument in ipairs(launch.arguments) do
      if argument.output then launch.arguments[i] = order
      elseif argument.input then launch.arguments[i] = { input = 2 } end
    end
  end
  local source = header(call) .. STARTS .. SORTED
  step.launches[#step.launches + 1] = {
    name = "scatter_add_starts",
    source = source,
    arguments = arguments(call, { starts, step.keys }, call.rows, call.count),
    sizes = over(call, call.rows + 1),
  }
  local pointers = { { output = 1 }, { input = 1 }, { input = 3 }, order, starts }
  step.launches[#step.launches + 1] = {
    name = "scatter_add_sorted",
    source = source,
    arguments = arguments(call, pointers, call.rows, call.width),
    sizes = over(call, call.rows * call.width),
  }
  return step
end

-- The loop reads count indices for each element; sorting takes some 20 accesses for each index.
local function choose(call)
  if call.variant then return call.variant end
  if call.count <= 16 or call.rows * call.width <= 16 then return "loop" end
  if not call.device.gpu and call.width >= 4 * STRIP then return "columns" end
  return "sorted"
end

local VARIANTS = { loop = loop, columns = columns, sorted = sorted }

local function plan(call)
  assert(SUMS[call.dtype], "scatter_add: no such type: " .. tostring(call.dtype))
  local own = {}
  for key, value in pairs(call) do own[key] = value end
  local largest = math.max(call.rows, call.count) * call.width + 4096
  own.index = call.index or (largest < 2 ^ 31 and "int" or "long")
  local variant = VARIANTS[choose(own)]
  return assert(variant, "scatter_add: no such variant: " .. tostring(call.variant))(own)
end

return { plan = plan }
