-- Matrix multiplication: out[b, i, j] = sum over k of a[b, i, k] * b[b, k, j].
--
--   plan(call) -> step
--
-- call = {
--   dtype = "float",            any type but half; the type of both inputs
--   batch = 1, m = 2, n = 3, k = 4,
--   a_batched = false,          input 1 is [batch, m, k] if true, else [m, k], the same for all batches
--   b_batched = false,          input 2 is [batch, k, n], or [k, n]
--   transpose_a = false,        input 1 is stored as [k, m] instead of [m, k]
--   transpose_b = false,        input 2 is stored as [n, k] instead of [k, n]
--   epilogue = nil,             see below
--   device = ctx:device(),
--   variant = nil,              "direct", "thin", "panels", "tiles" or "large tiles"; chosen if nil
-- }
--
-- Output 1 is [batch, m, n]. Every element is the chain sum = fma(a, b, sum) over k = 0, 1, 2 … from
-- sum = 0, in each of the variants: they all give the same bytes. Integers wrap.
--
-- An epilogue says what is stored in place of the sum, one element at a time:
--
--   epilogue = {
--     dtype = "float",                           type of the elements of output 1; call.dtype if nil
--     parameters = "__global const float *bias", what the kernel gets in addition, "" for nothing
--     arguments = { { input = 3 } },             as in launches, in the order of the parameters
--     text = function(value, batch, row, column, at) … end,
--   }
--
-- `text` gets the names of five variables: the sum, of type call.dtype; three indices of the element
-- and its offset in output 1, of type int, or long where some offset is 2^31 or more. It returns
-- statements of OpenCL C that end with `out[at] = …;`. They are in a block of their own, and must not
-- assign to those variables. They may declare variables. The parameters' names must not be
-- among `out a b m n k`, and must not begin with `matmul_` or `MATMUL_`.
--
-- Variants:
--   direct  each work-item computes a block of elements from the inputs as they are
--   thin    for CPUs, where one input has few rows or columns and the other one can be read row by row:
--           a work-item keeps rows of sums in the first cache
--   panels  for CPUs: both inputs are copied into panels which are read from begin to end, and a
--           work-item keeps 6 rows of 2 vectors of sums in registers (Goto and van de Geijn,
--           "Anatomy of high-performance matrix multiplication", 2008)
--   tiles   for GPUs: a group copies tiles of both inputs into local memory, and a work-item keeps
--           4 x 4 or 8 x 8 sums in registers
local PANEL_ROWS = 6

-- Type in which sums are kept, and its lanes in 32 bytes. Unsigned, so that sums of integers wrap.
local SUMS = {
  char = "uint", uchar = "uint", short = "uint", ushort = "uint", int = "uint", uint = "uint",
  long = "ulong", ulong = "ulong", float = "float", double = "double",
}
local LANES = { float = 8, uint = 8, double = 4, ulong = 4 }

local function ceil_div(a, b) return (a + b - 1) // b end

-- What all kernels begin with: T is the type of elements, S that of sums, I that of indices.
local function header(call)
  local sum = SUMS[call.dtype]
  local multiply_add = (sum == "float" or sum == "double") and "fma(x, y, sum)" or "((x) * (y) + (sum))"
  return table.concat({
    "#pragma OPENCL FP_CONTRACT OFF",
    "#define MATMUL_T " .. call.dtype,
    "#define MATMUL_S " .. sum,
    "#define MATMUL_I " .. call.index,
    "#define MATMUL_ADD(x, y, sum) " .. multiply_add,
    "", "",
  }, "\n")
end

-- Declarations of what follows the inputs, and the arguments for them.
local function sizes_and_epilogue(call)
  local parameters = "MATMUL_I m, MATMUL_I n, MATMUL_I k, MATMUL_I matmul_rows"
  local arguments = {}
  for _, size in ipairs { call.m, call.n, call.k, call.rows } do
    arguments[#arguments + 1] = { [call.index] = size }
  end
  local epilogue = call.epilogue
  if epilogue then
    if epilogue.parameters:find "%S" then parameters = parameters .. ", " .. epilogue.parameters end
    for _, argument in ipairs(epilogue.arguments or {}) do arguments[#arguments + 1] = argument end
  end
  return parameters, arguments
end

local function out_type(call) return call.epilogue and call.epilogue.dtype or call.dtype end

-- A block that stores the sum `sum` as the element of batch `matmul_batch`, and row and column of the
-- whole matrix. matmul_rows is the number of rows of one batch where all batches are one matrix.
local function store(call, sum, row, column)
  local text
  if call.epilogue then
    text = call.epilogue.text("matmul_value", "matmul_b", "matmul_i", "matmul_j", "matmul_at")
  else
    text = "out[matmul_at] = matmul_value;"
  end
  return table.concat({
    "{",
    "  const MATMUL_T matmul_value = (MATMUL_T)(" .. sum .. ");",
    "  const MATMUL_I matmul_b = matmul_batch + (" .. row .. ") / matmul_rows;",
    "  const MATMUL_I matmul_i = (" .. row .. ") % matmul_rows;",
    "  const MATMUL_I matmul_j = " .. column .. ";",
    "  const MATMUL_I matmul_at = (matmul_b * matmul_rows + matmul_i) * n + matmul_j;",
    text,
    "}",
  }, "\n")
end

-- Lines of a kernel: line("… %d", i) adds one.
local function writer()
  local lines = {}
  local function line(format, ...) lines[#lines + 1] = select("#", ...) > 0 and format:format(...) or format end
  return line, function() return table.concat(lines, "\n") .. "\n" end
end

local function append(list, more)
  for _, element in ipairs(more) do list[#list + 1] = element end
  return list
end

-- How element (i, k) of a, or (k, j) of b, is found in an input; `at` is the text of i or j.
local function a_offset(call, at, k) return call.transpose_a and ("(%s) * m + %s"):format(k, at) or ("%s * k + %s"):format(at, k) end
local function b_offset(call, at, k) return call.transpose_b and ("%s * k + %s"):format(at, k) or ("(%s) * n + %s"):format(k, at) end

-- ---- direct ---------------------------------------------------------------------------------

-- A work-item's block of rows and columns: few loads for each product, and no row or column twice
-- where there is one only.
local function direct_block(call)
  if call.m < 4 then return 1, 8 end
  if call.n < 4 then return 8, 1 end
  return 4, 4
end

-- The loop over k. Whole blocks read neighbours as one vector; at the edges, where the last row and
-- column stand for those that are not there, each one is read for itself.
local function direct_loop(call, line, rows, columns, whole)
  local function load(name, input, count, offset, contiguous)
    if whole and contiguous and count > 1 then
      line("      vstore%d(vload%d(0, %s + %s), 0, matmul_%s);", count, count, input, offset(call, name .. "0", "matmul_k"), name)
      return
    end
    for c = 0, count - 1 do
      line("      matmul_%s[%d] = %s[%s];", name, c, input, offset(call, name .. c, "matmul_k"))
    end
  end
  line("    for (MATMUL_I matmul_k = 0; matmul_k < k; matmul_k++) {")
  line("      MATMUL_T matmul_r[%d], matmul_c[%d];", rows, columns)
  load("r", "a", rows, a_offset, call.transpose_a)
  load("c", "b", columns, b_offset, not call.transpose_b)
  for r = 0, rows - 1 do
    for c = 0, columns - 1 do
      local sum = ("s%d_%d"):format(r, c)
      line("      %s = MATMUL_ADD((MATMUL_S)matmul_r[%d], (MATMUL_S)matmul_c[%d], %s);", sum, r, c, sum)
    end
  end
  line("    }")
end

local function direct(call)
  local rows, columns = direct_block(call)
  local parameters, arguments = sizes_and_epilogue(call)
  local line, text = writer()
  line("__kernel void matmul_direct(__global %s *out, __global const MATMUL_T *a, __global const MATMUL_T *b,", out_type(call))
  line("                            MATMUL_I matmul_a_step, MATMUL_I matmul_b_step, %s) {", parameters)
  line("  const MATMUL_I matmul_row = (MATMUL_I)get_global_id(1) * %d;", rows)
  line("  const MATMUL_I matmul_column = (MATMUL_I)get_global_id(0) * %d;", columns)
  line("  const MATMUL_I matmul_batch = get_global_id(2);")
  line("  if (matmul_row < m && matmul_column < n) {")
  line("    a += matmul_batch * matmul_a_step;")
  line("    b += matmul_batch * matmul_b_step;")
  for r = 0, rows - 1 do line("    const MATMUL_I r%d = min(matmul_row + %d, m - 1);", r, r) end
  for c = 0, columns - 1 do line("    const MATMUL_I c%d = min(matmul_column + %d, n - 1);", c, c) end
  for r = 0, rows - 1 do
    for c = 0, columns - 1 do line("    MATMUL_S s%d_%d = 0;", r, c) end
  end
  line("    if (matmul_row + %d <= m && matmul_column + %d <= n) {", rows, columns)
  direct_loop(call, line, rows, columns, true)
  line("    } else {")
  direct_loop(call, line, rows, columns, false)
  line("    }")
  line("    MATMUL_S matmul_sums[%d];", rows * columns)
  for r = 0, rows - 1 do
    for c = 0, columns - 1 do line("    matmul_sums[%d] = s%d_%d;", r * columns + c, r, c) end
  end
  line("    for (int r = 0; r < %d && matmul_row + r < m; r++)", rows)
  line("      for (int c = 0; c < %d && matmul_column + c < n; c++)", columns)
  line(store(call, ("matmul_sums[r * %d + c]"):format(columns), "(matmul_row + r)", "(matmul_column + c)"))
  line("  }")
  line("}")
  local across, down = ceil_div(call.n, columns), ceil_div(call.m, rows)
  local group = call.device.gpu and 64 or 8
  group = math.min(group, call.device.max_group_size)
  local wide = math.min(across, group)
  local high = math.min(down, group // wide)
  return {
    scratch = {},
    launches = { {
      name = "matmul_direct",
      source = header(call) .. text(),
      arguments = append({ { output = 1 }, { input = 1 }, { input = 2 }, { [call.index] = call.a_step },
                           { [call.index] = call.b_step } }, arguments),
      sizes = {
        global = { ceil_div(across, wide) * wide, ceil_div(down, high) * high, call.batch },
        ["local"] = { wide, high, 1 },
      },
    } },
  }
end

-- ---- thin -----------------------------------------------------------------------------------

-- Rows of sums of a work-item, and how long they are: they stay in the first cache.
local THIN, STRIP = 8, 256

-- Which input is read as it lies in memory, row by row: b as [k, n], where a has few rows, or a as
-- [k, m], where b has few columns. Then `few` is the number of those; nil if it is neither.
local function thin_side(call)
  if call.m <= THIN and not call.transpose_b then return "b", call.m, call.n end
  if call.n <= THIN and call.transpose_a then return "a", call.n, call.m end
end

local function thin(call)
  local long, few, length = thin_side(call)
  assert(long, "matmul: neither input is thin")
  local short = long == "b" and "a" or "b"
  local parameters, arguments = sizes_and_epilogue(call)
  local line, text = writer()
  local offset = long == "b" and a_offset(call, "f", "matmul_k") or b_offset(call, "f", "matmul_k")
  line("__kernel __attribute__((reqd_work_group_size(1, 1, 1)))")
  line("void matmul_thin(__global %s *out, __global const MATMUL_T *a, __global const MATMUL_T *b,", out_type(call))
  line("                 MATMUL_I matmul_a_step, MATMUL_I matmul_b_step, %s) {", parameters)
  line("  MATMUL_S matmul_sums[%d][%d];", few, STRIP)
  line("  const MATMUL_I matmul_length = %s;", long == "b" and "n" or "m")
  line("  const MATMUL_I matmul_first = (MATMUL_I)get_global_id(0) * %d;", STRIP)
  line("  const int matmul_wide = min((MATMUL_I)%d, matmul_length - matmul_first);", STRIP)
  line("  const MATMUL_I matmul_batch = get_global_id(1);")
  line("  a += matmul_batch * matmul_a_step;")
  line("  b += matmul_batch * matmul_b_step;")
  line("  for (int f = 0; f < %d; f++)", few)
  line("    for (int s = 0; s < matmul_wide; s++) matmul_sums[f][s] = 0;")
  line("  for (MATMUL_I matmul_k = 0; matmul_k < k; matmul_k++) {")
  line("    __global const MATMUL_T *matmul_row = %s + matmul_k * matmul_length + matmul_first;", long)
  line("    for (int f = 0; f < %d; f++) {", few)
  line("      const MATMUL_S factor = (MATMUL_S)%s[%s];", short, offset)
  line("      for (int s = 0; s < matmul_wide; s++)")
  line("        matmul_sums[f][s] = MATMUL_ADD(factor, (MATMUL_S)matmul_row[s], matmul_sums[f][s]);")
  line("    }")
  line("  }")
  line("  for (int f = 0; f < %d; f++)", few)
  line("    for (int s = 0; s < matmul_wide; s++)")
  line(long == "b" and store(call, "matmul_sums[f][s]", "f", "(matmul_first + s)")
    or store(call, "matmul_sums[f][s]", "(matmul_first + s)", "f"))
  line("}")
  return {
    scratch = {},
    launches = { {
      name = "matmul_thin",
      source = header(call) .. text(),
      arguments = append({ { output = 1 }, { input = 1 }, { input = 2 }, { [call.index] = call.a_step },
                           { [call.index] = call.b_step } }, arguments),
      sizes = { global = { ceil_div(length, STRIP), call.batch }, ["local"] = { 1, 1 } },
    } },
  }
end

-- ---- panels ---------------------------------------------------------------------------------

-- Steps of k that a work-item copies: few enough that neighbours read the same pages of memory.
local PACK_STEPS = 64

-- Copies an input into panels of `width` rows of a, or columns of b: [panel, k, width]. What is beyond
-- the last row or column is 0.
local function pack(call, line, name, width, contiguous)
  local function load(w) return contiguous and ("matmul_k * count + first + " .. w) or ("(first + " .. w .. ") * k + matmul_k") end
  line("__kernel __attribute__((reqd_work_group_size(1, 1, 1)))")
  line("void %s(__global MATMUL_S *restrict panels, __global const MATMUL_T *restrict input,", name)
  line("        MATMUL_I count, MATMUL_I k) {")
  line("  const MATMUL_I panel = get_global_id(0), first = panel * %d, batch = get_global_id(2);", width)
  line("  const MATMUL_I begin = (MATMUL_I)get_global_id(1) * %d, end = min(k, begin + %d);", PACK_STEPS, PACK_STEPS)
  line("  input += batch * count * k;")
  line("  panels += (batch * (MATMUL_I)get_global_size(0) + panel) * k * %d;", width)
  -- Neighbours in the input are the inner loop.
  local by_step = "for (MATMUL_I matmul_k = begin; matmul_k < end; matmul_k++)"
  local by_width = ("for (int w = 0; w < %d; w++)"):format(width)
  local outer, inner = by_width, by_step
  if contiguous then outer, inner = by_step, by_width end
  line("  if (first + %d <= count) {", width)
  line("    " .. outer)
  line("      " .. inner)
  line("        panels[matmul_k * %d + w] = (MATMUL_S)input[%s];", width, load "w")
  line("  } else {")
  line("    " .. outer)
  line("      " .. inner)
  line("        panels[matmul_k * %d + w] = first + w < count ? (MATMUL_S)input[%s] : 0;", width, load "w")
  line("  }")
  line("}")
  line("")
end

local function pack_launch(call, name, source, input, count, width, batches)
  return {
    name = name,
    source = source,
    arguments = { { scratch = input }, { input = input }, { [call.index] = count }, { [call.index] = call.k } },
    sizes = { global = { ceil_div(count, width), ceil_div(call.k, PACK_STEPS), batches }, ["local"] = { 1, 1, 1 } },
  }
end

-- Tiles of rows that one work-item computes with one panel of b, and steps of k after which it goes
-- to the next tile: so much of the panel of b stays in the first cache, and of those of a in the second.
local TILES, STEPS = 8, 256

local function panels(call)
  local lanes = LANES[SUMS[call.dtype]]
  local width, rows = 2 * lanes, PANEL_ROWS
  local vector = SUMS[call.dtype] .. lanes
  local parameters, arguments = sizes_and_epilogue(call)
  local line, text = writer()
  pack(call, line, "matmul_pack_a", rows, call.transpose_a)
  pack(call, line, "matmul_pack_b", width, not call.transpose_b)
  line("__kernel __attribute__((reqd_work_group_size(1, 1, 1)))")
  line("void matmul_panels(__global %s *out, __global const MATMUL_S *a, __global const MATMUL_S *b,", out_type(call))
  line("                   MATMUL_I matmul_a_step, MATMUL_I matmul_b_step, %s) {", parameters)
  line("  MATMUL_S matmul_sums[%d];", TILES * rows * width)
  line("  const MATMUL_I matmul_column = (MATMUL_I)get_global_id(0) * %d;", width)
  line("  const MATMUL_I matmul_first = (MATMUL_I)get_global_id(1) * %d;", TILES * rows)
  line("  const MATMUL_I matmul_batch = get_global_id(2);")
  line("  const int matmul_tiles = min((MATMUL_I)%d, (m - matmul_first + %d) / %d);", TILES, rows - 1, rows)
  line("  a += matmul_batch * matmul_a_step + matmul_first * k;")
  line("  b += matmul_batch * matmul_b_step + matmul_column * k;")
  line("  for (int s = 0; s < matmul_tiles * %d; s++) matmul_sums[s] = 0;", rows * width)
  line("  for (MATMUL_I matmul_k = 0; matmul_k < k; matmul_k += %d) {", STEPS)
  line("    const int matmul_steps = min((MATMUL_I)%d, k - matmul_k);", STEPS)
  line("    for (int tile = 0; tile < matmul_tiles; tile++) {")
  line("      __global const MATMUL_S *pa = a + (tile * k + matmul_k) * %d;", rows)
  line("      __global const MATMUL_S *pb = b + matmul_k * %d;", width)
  line("      MATMUL_S *sums = matmul_sums + tile * %d;", rows * width)
  for r = 0, rows - 1 do
    for v = 0, 1 do line("      %s s%d_%d = vload%d(%d, sums);", vector, r, v, lanes, 2 * r + v) end
  end
  line("      for (int step = 0; step < matmul_steps; step++) {")
  line("        const %s b0 = vload%d(0, pb), b1 = vload%d(1, pb);", vector, lanes, lanes)
  for r = 0, rows - 1 do
    line("        const %s a%d = pa[%d];", vector, r, r)
    for v = 0, 1 do line("        s%d_%d = MATMUL_ADD(a%d, b%d, s%d_%d);", r, v, r, v, r, v) end
  end
  line("        pa += %d;", rows)
  line("        pb += %d;", width)
  line("      }")
  for r = 0, rows - 1 do
    for v = 0, 1 do line("      vstore%d(s%d_%d, %d, sums);", lanes, r, v, 2 * r + v) end
  end
  line("    }")
  line("  }")
  line("  const int matmul_wide = min((MATMUL_I)%d, n - matmul_column);", width)
  line("  const int matmul_high = min((MATMUL_I)%d, m - matmul_first);", TILES * rows)
  line("  for (int r = 0; r < matmul_high; r++)")
  line("    for (int c = 0; c < matmul_wide; c++)")
  line(store(call, ("matmul_sums[r * %d + c]"):format(width), "(matmul_first + r)", "(matmul_column + c)"))
  line("}")
  local a_batches = call.a_step > 0 and call.batch or 1
  local b_batches = call.b_step > 0 and call.batch or 1
  local a_size = ceil_div(call.m, rows) * rows * call.k
  local b_size = ceil_div(call.n, width) * width * call.k
  local source = header(call) .. text()
  return {
    scratch = {
      { dtype = SUMS[call.dtype], count = a_batches * a_size },
      { dtype = SUMS[call.dtype], count = b_batches * b_size },
    },
    launches = {
      pack_launch(call, "matmul_pack_a", source, 1, call.m, rows, a_batches),
      pack_launch(call, "matmul_pack_b", source, 2, call.n, width, b_batches),
      {
        name = "matmul_panels",
        source = source,
        arguments = append({ { output = 1 }, { scratch = 1 }, { scratch = 2 },
                             { [call.index] = call.a_step > 0 and a_size or 0 },
                             { [call.index] = call.b_step > 0 and b_size or 0 } }, arguments),
        sizes = {
          global = { ceil_div(call.n, width), ceil_div(call.m, TILES * rows), call.batch },
          ["local"] = { 1, 1, 1 },
        },
      },
    },
  }
end

-- ---- tiles ----------------------------------------------------------------------------------

-- Sides of a tile and of a group, sums of a work-item along each, steps of k of a tile, and how many
-- groups there must be to keep a GPU at work.
local SHAPES = {
  { side = 128, group = 16, per = 8, depth = 8, groups = 64 },
  { side = 64, group = 16, per = 4, depth = 16, groups = 1 },
  { side = 32, group = 8, per = 4, depth = 16, groups = 1 },
}

-- Copies `depth` steps of k of a tile's rows of a, or columns of b, into local memory: [k, side].
-- Neighbours in global memory are read by neighbours of the group.
local function tile_copy(line, tile, input, first, count, contiguous, shape)
  line("    for (int e = matmul_item; e < %d; e += %d) {", shape.side * shape.depth, shape.group * shape.group)
  if contiguous then
    line("      const int w = e %% %d, d = e / %d;", shape.side, shape.side)
  else
    line("      const int d = e %% %d, w = e / %d;", shape.depth, shape.depth)
  end
  local offset = contiguous and ("(matmul_k + d) * %s + %s + w"):format(count, first)
    or ("(%s + w) * k + matmul_k + d"):format(first)
  line("      %s[d * %d + w] = %s + w < %s && matmul_k + d < k ? (MATMUL_S)%s[%s] : 0;", tile, shape.side + 4, first,
       count, input, offset)
  line("    }")
end

-- One step of k: each work-item's rows and columns come as vectors of 4, side / 2 apart where there
-- are two, so that neighbours read neighbours.
local function tile_step(line, vector, shape)
  local half = shape.side // 2
  for v = 0, shape.per // 4 - 1 do
    line("        const %s a%d = vload4(0, matmul_tile_a + d * %d + matmul_y * 4 + %d);", vector, v, shape.side + 4, v * half)
    line("        const %s b%d = vload4(0, matmul_tile_b + d * %d + matmul_x * 4 + %d);", vector, v, shape.side + 4, v * half)
  end
  for r = 0, shape.per - 1 do
    for v = 0, shape.per // 4 - 1 do
      line("        s%d_%d = MATMUL_ADD((%s)a%d.s%d, b%d, s%d_%d);", r, v, vector, r // 4, r % 4, v, r, v)
    end
  end
end

local function tiles(call, shape)
  local vector = SUMS[call.dtype] .. "4"
  local parameters, arguments = sizes_and_epilogue(call)
  local line, text = writer()
  line("__kernel __attribute__((reqd_work_group_size(%d, %d, 1)))", shape.group, shape.group)
  line("void matmul_tiles(__global %s *out, __global const MATMUL_T *a, __global const MATMUL_T *b,", out_type(call))
  line("                  MATMUL_I matmul_a_step, MATMUL_I matmul_b_step, %s) {", parameters)
  for _, name in ipairs { "a", "b" } do
    line("  __local MATMUL_S matmul_tile_%s[%d] __attribute__((aligned(32)));", name, shape.depth * (shape.side + 4))
  end
  line("  const int matmul_x = get_local_id(0), matmul_y = get_local_id(1), matmul_item = matmul_y * %d + matmul_x;", shape.group)
  line("  const MATMUL_I matmul_column = (MATMUL_I)get_group_id(0) * %d;", shape.side)
  line("  const MATMUL_I matmul_row = (MATMUL_I)get_group_id(1) * %d;", shape.side)
  line("  const MATMUL_I matmul_batch = get_global_id(2);")
  line("  a += matmul_batch * matmul_a_step;")
  line("  b += matmul_batch * matmul_b_step;")
  for r = 0, shape.per - 1 do
    for v = 0, shape.per // 4 - 1 do line("  %s s%d_%d = 0;", vector, r, v) end
  end
  line("  for (MATMUL_I matmul_k = 0; matmul_k < k; matmul_k += %d) {", shape.depth)
  tile_copy(line, "matmul_tile_a", "a", "matmul_row", "m", call.transpose_a, shape)
  tile_copy(line, "matmul_tile_b", "b", "matmul_column", "n", not call.transpose_b, shape)
  line("    barrier(CLK_LOCAL_MEM_FENCE);")
  -- The last steps are counted, as adding a product of zeros would turn -0 into 0.
  line("    if (matmul_k + %d <= k) {", shape.depth)
  line("      for (int d = 0; d < %d; d++) {", shape.depth)
  tile_step(line, vector, shape)
  line("      }")
  line("    } else {")
  line("      for (int d = 0; d < k - matmul_k; d++) {")
  tile_step(line, vector, shape)
  line("      }")
  line("    }")
  line("    barrier(CLK_LOCAL_MEM_FENCE);")
  line("  }")
  line("  MATMUL_S matmul_sums[%d];", shape.per * shape.per)
  for r = 0, shape.per - 1 do
    for v = 0, shape.per // 4 - 1 do line("  vstore4(s%d_%d, %d, matmul_sums);", r, v, r * (shape.per // 4) + v) end
  end
  line("  for (int r = 0; r < %d; r++) {", shape.per)
  line("    const MATMUL_I i = matmul_row + r / 4 * %d + matmul_y * 4 + r %% 4;", shape.side // 2)
  line("    for (int c = 0; c < %d; c++) {", shape.per)
  line("      const MATMUL_I j = matmul_column + c / 4 * %d + matmul_x * 4 + c %% 4;", shape.side // 2)
  line("      if (i < m && j < n)")
  line(store(call, ("matmul_sums[r * %d + c]"):format(shape.per), "i", "j"))
  line("    }")
  line("  }")
  line("}")
  local across, down = ceil_div(call.n, shape.side), ceil_div(call.m, shape.side)
  return {
    scratch = {},
    launches = { {
      name = "matmul_tiles",
      source = header(call) .. text(),
      arguments = append({ { output = 1 }, { input = 1 }, { input = 2 }, { [call.index] = call.a_step },
                           { [call.index] = call.b_step } }, arguments),
      sizes = {
        global = { across * shape.group, down * shape.group, call.batch },
        ["local"] = { shape.group, shape.group, 1 },
      },
    } },
  }
end

-- The largest shape that the device can hold and that leaves it enough groups; nil if none.
local function tile_shape(call)
  local bytes = LANES[SUMS[call.dtype]] == 8 and 4 or 8
  for _, shape in ipairs(SHAPES) do
    local groups = ceil_div(call.m, shape.side) * ceil_div(call.n, shape.side) * call.batch
    local memory = 2 * shape.depth * (shape.side + 4) * bytes
    local enough = groups >= shape.groups or call.variant == "large tiles"
    if enough and shape.group ^ 2 <= call.device.max_group_size and memory <= call.device.local_memory
      and (bytes == 4 or shape.per == 4) then
      return shape
    end
  end
end

-- ---- choice ---------------------------------------------------------------------------------

local function choose(call)
  if call.variant then return call.variant end
  local few = math.min(call.m, call.n)
  if call.device.gpu then return few >= 4 and tile_shape(call) and "tiles" or "direct" end
  if call.device.checks or call.m * call.n * call.k < 40000 then return "direct" end
  if thin_side(call) then return "thin" end
  return few < 8 and "direct" or "panels"
end

-- What the variants need to know of a call in addition. If each batch has rows of its own, all
-- with the same b, they are the rows of one larger matrix.
local function complete(call)
  local own = { rows = call.m }
  for key, value in pairs(call) do own[key] = value end
  if own.a_batched and not own.b_batched and not own.transpose_a then
    own.m, own.batch = own.m * own.batch, 1
  end
  own.a_step = own.a_batched and own.batch > 1 and own.m * own.k or 0
  own.b_step = own.b_batched and own.batch > 1 and own.k * own.n or 0
  -- Panels and tiles reach beyond the ends by less than this.
  local largest = own.batch * math.max((own.m + 128) * own.k, own.k * (own.n + 128), (own.m + 128) * (own.n + 128))
  own.index = largest < 2 ^ 31 and "int" or "long"
  return own
end

local function plan(call)
  assert(SUMS[call.dtype], "matmul: no such type: " .. tostring(call.dtype))
  local own = complete(call)
  local variant = choose(own)
  if variant == "panels" then return panels(own) end
  if variant == "thin" then return thin(own) end
  if variant == "tiles" or variant == "large tiles" then return tiles(own, assert(tile_shape(own), "matmul: no tile fits the device")) end
  return direct(own)
end

return { plan = plan }
