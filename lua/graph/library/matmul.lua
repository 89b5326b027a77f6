-- Matrix multiplication: out[b, i, j] = the sum over l of a[b, i, l] * b[b, l, j].
--
--   plan(call) -> step
--
-- call = {
--   dtype = "float",            any type but half; the type of both inputs
--   batch = 1, m = 2, n = 3, k = 4,
--   a_batched = false,          input 1 is [batch, m, k] if true, else [m, k] for all batches
--   b_batched = false,          input 2 is [batch, k, n] if true, else [k, n] for all batches
--   transpose_a = false,        input 1 is stored as [k, m] instead of [m, k]
--   transpose_b = false,        input 2 is stored as [n, k] instead of [k, n]
--   epilogue = nil,             see below
--   device = ctx:device(),
--   variant = nil,              one of VARIANTS; chosen if nil
--   index = nil,                type of indices in the kernels, "int" or "long"; chosen if nil
-- }
--
-- Output 1 is [batch, m, n]. Every element is the sum of chunks of CHUNK steps, each of which is the
-- chain part = fma(a, b, part) from part = 0, so that much is lost of long sums in none: in each of the
-- variants for CPUs, which all give the same bytes. Tiles, which keep their sums in registers, have one
-- chain over all steps. Integers wrap.
--
-- An epilogue says what is stored in place of the sum, one element at a time:
--
--   epilogue = {
--     dtype = "float",                            of the elements of output 1; call.dtype if nil
--     parameters = "__global const float *bias0", what the kernel gets in addition; "" for nothing
--     arguments = { { input = 3 } },              as in launches, in the order of the parameters
--     text = function(value, batch, row, column, at) … end,
--   }
--
-- `text` gets the names of five constants: the sum, of type call.dtype, and three indices of the
-- element and its offset in output 1, of type int, or long where offsets can be 2^31 or more. It
-- returns statements of OpenCL C that end with `out[at] = …;` and are in a block of their own. The
-- names of parameters, and of variables that the statements declare, have a digit: those are free.
--
-- Variants:
--   direct  each work-item computes a block of elements from the inputs as they are
--   thin    for CPUs, where one input has few rows or columns and the other one can be read row by
--           row: a work-item keeps rows of sums in the first cache
--   panels  for CPUs: both inputs are copied into panels that are read from begin to end, and a
--           work-item keeps 6 rows of 2 vectors of sums in registers (Goto and van de Geijn,
--           "Anatomy of high-performance matrix multiplication", 2008)
--   tiles   for GPUs: a group copies tiles of both inputs into local memory, and a work-item keeps
--           4 x 4 sums in registers, or 8 x 8 in "large tiles"

local pieces = require "graph.text"

-- The type of sums, unsigned so that those of integers wrap, and how many there are in 32 bytes.
local SUMS = {
  char = "uint", uchar = "uint", short = "uint", ushort = "uint", int = "uint", uint = "uint",
  long = "ulong", ulong = "ulong", float = "float", double = "double",
}
local LANES = { float = 8, uint = 8, double = 4, ulong = 4 }
local CHUNK = 256 -- steps of a sum of its own

local function ceil_div(a, b) return (a + b - 1) // b end

-- ---- what all kernels have ------------------------------------------------------------------

-- A(i, l) and B(l, j) are the offsets of elements.
local function header(call, defines)
  local sum = SUMS[call.dtype]
  local float = sum == "float" or sum == "double"
  local lines = {
    "#pragma OPENCL FP_CONTRACT OFF",
    "#define T " .. call.dtype,
    "#define S " .. sum,
    "#define I " .. call.index,
    "#define OUT " .. (call.epilogue and call.epilogue.dtype or call.dtype),
    "#define A(i, l) " .. (call.transpose_a and "((l) * m + (i))" or "((i) * k + (l))"),
    "#define B(l, j) " .. (call.transpose_b and "((j) * k + (l))" or "((l) * n + (j))"),
    "#define ADD(x, y, sum) " .. (float and "fma(x, y, sum)" or "((x) * (y) + (sum))"),
    '#define UNROLL _Pragma("unroll")',
    "#define CHUNK " .. CHUNK,
  }
  for _, define in ipairs(defines) do
    lines[#lines + 1] = ("#define %s %s"):format(define[1], define[2])
  end
  return table.concat(lines, "\n") .. "\n\n"
end

-- In a kernel's text PARAMETERS is what follows its own parameters, and STORE a block that stores
-- `sum` as the element (batch, i, j) of the product. Where the rows of all batches are those of one
-- matrix, `rows` is how many of them a batch has.
local STORE = [[
{
  const T value = (T)sum;
  const I at_batch = batch + i / rows, at_row = i % rows, at_column = j;
  const I at = (at_batch * rows + at_row) * n + at_column;
  STATEMENTS
}]]

local function source(call, defines, text)
  local epilogue = call.epilogue
  local parameters, statements = "", "out[at] = value;"
  if epilogue then
    if epilogue.parameters:find "%S" then parameters = ",\n    " .. epilogue.parameters end
    statements = epilogue.text("value", "at_batch", "at_row", "at_column", "at")
  end
  local store = STORE:gsub("STATEMENTS", function() return statements end)
  local replaced = { PARAMETERS = parameters, STORE = store }
  return header(call, defines) .. pieces.prelude(statements) .. text:gsub("%u+", replaced)
end

-- A launch of a kernel that multiplies: its inputs as arguments, and how many elements there are
-- between their batches, 0 where all batches have the same.
local function launch(call, name, text, a, b, a_step, b_step, sizes)
  local arguments = { { output = 1 }, a, b }
  for _, size in ipairs { a_step, b_step, call.m, call.n, call.k, call.rows } do
    arguments[#arguments + 1] = { [call.index] = size }
  end
  for _, argument in ipairs(call.epilogue and call.epilogue.arguments or {}) do
    arguments[#arguments + 1] = argument
  end
  return { name = name, source = text, arguments = arguments, sizes = sizes }
end

-- A step of one launch, which reads the inputs.
local function one_launch(call, name, text, sizes)
  local a, b = { input = 1 }, { input = 2 }
  return {
    scratch = {},
    launches = { launch(call, name, text, a, b, call.a_step, call.b_step, sizes) },
  }
end

-- ---- direct ---------------------------------------------------------------------------------

local DIRECT = [[
__kernel void matmul_direct(__global OUT *out, __global const T *a, __global const T *b, I a_step,
                            I b_step, I m, I n, I k, I rows PARAMETERS) {
  const I row = (I)get_global_id(1) * HIGH, column = (I)get_global_id(0) * WIDE;
  const I batch = get_global_id(2);
  if (row >= m || column >= n) return;
  a += batch * a_step;
  b += batch * b_step;
  // At the edges the last row and column stand for those that are not there.
  I is[HIGH], js[WIDE];
  S sums[HIGH][WIDE];
  UNROLL for (int r = 0; r < HIGH; r++) is[r] = min(row + r, m - 1);
  UNROLL for (int c = 0; c < WIDE; c++) js[c] = min(column + c, n - 1);
  UNROLL for (int r = 0; r < HIGH; r++)
    UNROLL for (int c = 0; c < WIDE; c++) sums[r][c] = 0;
  for (I first = 0; first < k; first += CHUNK) {
    const I end = min(k, first + CHUNK);
    S parts[HIGH][WIDE];
    UNROLL for (int r = 0; r < HIGH; r++)
      UNROLL for (int c = 0; c < WIDE; c++) parts[r][c] = 0;
    for (I l = first; l < end; l++) {
      S x[HIGH], y[WIDE];
      UNROLL for (int r = 0; r < HIGH; r++) x[r] = (S)a[A(is[r], l)];
      UNROLL for (int c = 0; c < WIDE; c++) y[c] = (S)b[B(l, js[c])];
      UNROLL for (int r = 0; r < HIGH; r++)
        UNROLL for (int c = 0; c < WIDE; c++) parts[r][c] = ADD(x[r], y[c], parts[r][c]);
    }
    UNROLL for (int r = 0; r < HIGH; r++)
      UNROLL for (int c = 0; c < WIDE; c++) sums[r][c] += parts[r][c];
  }
  UNROLL for (int r = 0; r < HIGH; r++) {
    UNROLL for (int c = 0; c < WIDE; c++) {
      const I i = row + r, j = column + c;
      const S sum = sums[r][c];
      if (i < m && j < n)
STORE
    }
  }
}
]]

-- A block of rows and columns has few loads for each product, and none for rows or columns that are
-- not there.
local function direct(call)
  local high, wide = 4, 4
  if call.m < 4 then high, wide = 1, 8 end
  if call.n < 4 then high, wide = 8, 1 end
  local across, down = ceil_div(call.n, wide), ceil_div(call.m, high)
  local most = math.min(call.device.gpu and 64 or 8, call.device.max_group_size)
  local x = math.min(across, most)
  local y = math.min(down, most // x)
  local text = source(call, { { "HIGH", high }, { "WIDE", wide } }, DIRECT)
  return one_launch(call, "matmul_direct", text, {
    global = { ceil_div(across, x) * x, ceil_div(down, y) * y, call.batch },
    ["local"] = { x, y, 1 },
  })
end

-- ---- thin -----------------------------------------------------------------------------------

-- The input LONG is read row by row, from memory that is in that order. FEW is how many rows or
-- columns the other one has, whose element f for l is FACTOR.
local THIN = [[
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void matmul_thin(__global OUT *out, __global const T *a, __global const T *b, I a_step, I b_step,
                 I m, I n, I k, I rows PARAMETERS) {
  S sums[FEW][STRIP], parts[FEW][STRIP];
  const I first = (I)get_global_id(0) * STRIP, batch = get_global_id(1);
  const int wide = min((I)STRIP, LENGTH - first);
  a += batch * a_step;
  b += batch * b_step;
  for (int f = 0; f < FEW; f++)
    for (int s = 0; s < wide; s++) sums[f][s] = 0;
  for (I begin = 0; begin < k; begin += CHUNK) {
    const I end = min(k, begin + CHUNK);
    for (int f = 0; f < FEW; f++)
      for (int s = 0; s < wide; s++) parts[f][s] = 0;
    for (I l = begin; l < end; l++) {
      __global const T *row = LONG + l * LENGTH + first;
      for (int f = 0; f < FEW; f++) {
        const S factor = (S)FACTOR;
        for (int s = 0; s < wide; s++) parts[f][s] = ADD(factor, (S)row[s], parts[f][s]);
      }
    }
    for (int f = 0; f < FEW; f++)
      for (int s = 0; s < wide; s++) sums[f][s] += parts[f][s];
  }
  for (int f = 0; f < FEW; f++) {
    for (int s = 0; s < wide; s++) {
      const I i = ROW, j = COLUMN;
      const S sum = sums[f][s];
STORE
    }
  }
}
]]
local MOST_FEW, STRIP = 8, 256

-- Which way round a product is thin, as macros; nil if it is not.
local function thin_defines(call)
  if call.m <= MOST_FEW and not call.transpose_b then
    return {
      { "FEW", call.m }, { "FACTOR", "a[A(f, l)]" }, { "LONG", "b" }, { "LENGTH", "n" },
      { "ROW", "f" }, { "COLUMN", "first + s" }, { "STRIP", STRIP },
    }, call.n
  elseif call.n <= MOST_FEW and call.transpose_a then
    return {
      { "FEW", call.n }, { "FACTOR", "b[B(l, f)]" }, { "LONG", "a" }, { "LENGTH", "m" },
      { "ROW", "first + s" }, { "COLUMN", "f" }, { "STRIP", STRIP },
    }, call.m
  end
end

local function thin(call)
  local defines, length = thin_defines(call)
  assert(defines, "matmul: neither input is thin")
  return one_launch(call, "matmul_thin", source(call, defines, THIN), {
    global = { ceil_div(length, STRIP), call.batch },
    ["local"] = { 1, 1 },
  })
end

-- ---- panels ---------------------------------------------------------------------------------

-- Copies an input into panels of WIDTH rows of a, or columns of b: [panel, k, WIDTH]. What is
-- beyond the last row or column is 0.
local PACK = [[
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void NAME(__global S *restrict panels, __global const T *restrict input, I count, I k) {
  const I panel = get_global_id(0), first = panel * WIDTH, batch = get_global_id(2);
  const I begin = (I)get_global_id(1) * PACKED, end = min(k, begin + PACKED);
  const int wide = min((I)WIDTH, count - first);
  input += batch * count * k;
  panels += (batch * (I)get_global_size(0) + panel) * k * WIDTH;
  for (I l = begin; l < end; l++) {
    if (wide == WIDTH) {
      UNROLL for (int w = 0; w < WIDTH; w++) panels[l * WIDTH + w] = (S)input[PLACE];
    } else {
      for (int w = 0; w < WIDTH; w++) panels[l * WIDTH + w] = w < wide ? (S)input[PLACE] : 0;
    }
  }
}

]]

-- Both inputs are panels. So many steps of k are done for one tile of rows after the other that
-- their part of the panel of b stays in the first cache, and the panels of a in the second.
local PANELS = [[
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void matmul_panels(__global OUT *out, __global const S *a, __global const S *b, I a_step, I b_step,
                   I m, I n, I k, I rows PARAMETERS) {
  S sums[TILES * HIGH * WIDE];
  const I first = (I)get_global_id(1) * (TILES * HIGH), column = (I)get_global_id(0) * WIDE;
  const I batch = get_global_id(2);
  const int high = min((I)(TILES * HIGH), m - first), wide = min((I)WIDE, n - column);
  const int tiles = (high + HIGH - 1) / HIGH;
  a += batch * a_step + first * k;
  b += batch * b_step + column * k;
  for (int s = 0; s < tiles * HIGH * WIDE; s++) sums[s] = 0;
  for (I l = 0; l < k; l += CHUNK) {
    const int steps = min((I)CHUNK, k - l);
    for (int tile = 0; tile < tiles; tile++) {
      __global const S *x = a + (tile * k + l) * HIGH, *y = b + l * WIDE;
      S *own = sums + tile * (HIGH * WIDE);
      V left[HIGH], right[HIGH];
      UNROLL for (int r = 0; r < HIGH; r++) {
        left[r] = 0;
        right[r] = 0;
      }
      for (int step = 0; step < steps; step++) {
        const V y_left = LOAD(0, y), y_right = LOAD(1, y);
        UNROLL for (int r = 0; r < HIGH; r++) {
          const V factor = x[r];
          left[r] = ADD(factor, y_left, left[r]);
          right[r] = ADD(factor, y_right, right[r]);
        }
        x += HIGH;
        y += WIDE;
      }
      UNROLL for (int r = 0; r < HIGH; r++) {
        SAVE(LOAD(2 * r, own) + left[r], 2 * r, own);
        SAVE(LOAD(2 * r + 1, own) + right[r], 2 * r + 1, own);
      }
    }
  }
  for (int r = 0; r < high; r++) {
    for (int c = 0; c < wide; c++) {
      const I i = first + r, j = column + c;
      const S sum = sums[r * WIDE + c];
STORE
    }
  }
}
]]
local PANEL_ROWS, TILES, PACKED = 6, 8, 64

-- A kernel that packs, as text: `contiguous` says that rows or columns of a panel are neighbours in
-- the input.
local function pack_text(name, width, contiguous)
  local replaced = {
    NAME = name,
    WIDTH = width,
    PLACE = contiguous and "l * count + first + w" or "(first + w) * k + l",
  }
  return (PACK:gsub("%u+", replaced):gsub("WIDTH", width))
end

local function pack(call, name, text, input, count, width, batches)
  return {
    name = name,
    source = text,
    arguments = {
      { scratch = input }, { input = input }, { [call.index] = count }, { [call.index] = call.k },
    },
    sizes = {
      global = { ceil_div(count, width), ceil_div(call.k, PACKED), batches },
      ["local"] = { 1, 1, 1 },
    },
  }
end

local function panels(call)
  local sum = SUMS[call.dtype]
  local lanes = LANES[sum]
  local high, wide = PANEL_ROWS, 2 * lanes
  local text = pack_text("matmul_pack_a", high, call.transpose_a)
    .. pack_text("matmul_pack_b", wide, not call.transpose_b) .. PANELS
  text = source(call, {
    { "HIGH", high }, { "WIDE", wide }, { "TILES", TILES },
    { "PACKED", PACKED }, { "V", sum .. lanes }, { "LOAD", "vload" .. lanes },
    { "SAVE", "vstore" .. lanes },
  }, text)
  local a_batches = call.a_step > 0 and call.batch or 1
  local b_batches = call.b_step > 0 and call.batch or 1
  local a_count = ceil_div(call.m, high) * high * call.k
  local b_count = ceil_div(call.n, wide) * wide * call.k
  return {
    scratch = {
      { dtype = sum, count = a_batches * a_count }, { dtype = sum, count = b_batches * b_count },
    },
    launches = {
      pack(call, "matmul_pack_a", text, 1, call.m, high, a_batches),
      pack(call, "matmul_pack_b", text, 2, call.n, wide, b_batches),
      launch(call, "matmul_panels", text, { scratch = 1 }, { scratch = 2 },
             call.a_step > 0 and a_count or 0, call.b_step > 0 and b_count or 0, {
        global = { ceil_div(call.n, wide), ceil_div(call.m, TILES * high), call.batch },
        ["local"] = { 1, 1, 1 },
      }),
    },
  }
end

-- ---- tiles ----------------------------------------------------------------------------------

-- Tiles are SIDE rows or columns by DEPTH steps of k, [DEPTH, PITCH] in local memory. A work-item's
-- rows and columns are vectors of 4, SIDE / 2 apart if there are two, so that neighbours read
-- neighbours. The steps of the last tiles are counted: adding a product of zeros would turn -0
-- to 0.
local TILES_TEXT = [[
// One step of k, from row d of both tiles.
#define STEP(d)                                                                                 \
  {                                                                                             \
    V x[PARTS], y[PARTS];                                                                       \
    UNROLL for (int p = 0; p < PARTS; p++) {                                                    \
      x[p] = vload4(0, tile_a + (d) * PITCH + p * (SIDE / 2) + item_y * 4);                     \
      y[p] = vload4(0, tile_b + (d) * PITCH + p * (SIDE / 2) + item_x * 4);                     \
    }                                                                                           \
    UNROLL for (int p = 0; p < PARTS; p++) {                                                    \
      UNROLL for (int q = 0; q < PARTS; q++) {                                                  \
        sums[4 * p][q] = ADD((V)x[p].s0, y[q], sums[4 * p][q]);                                 \
        sums[4 * p + 1][q] = ADD((V)x[p].s1, y[q], sums[4 * p + 1][q]);                         \
        sums[4 * p + 2][q] = ADD((V)x[p].s2, y[q], sums[4 * p + 2][q]);                         \
        sums[4 * p + 3][q] = ADD((V)x[p].s3, y[q], sums[4 * p + 3][q]);                         \
      }                                                                                         \
    }                                                                                           \
  }

__kernel __attribute__((reqd_work_group_size(GROUP, GROUP, 1)))
void matmul_tiles(__global OUT *out, __global const T *a, __global const T *b, I a_step, I b_step,
                  I m, I n, I k, I rows PARAMETERS) {
  __local S tile_a[DEPTH * PITCH] __attribute__((aligned(32)));
  __local S tile_b[DEPTH * PITCH] __attribute__((aligned(32)));
  const int item_x = get_local_id(0), item_y = get_local_id(1), item = item_y * GROUP + item_x;
  const I row = (I)get_group_id(1) * SIDE, column = (I)get_group_id(0) * SIDE;
  const I batch = get_global_id(2);
  a += batch * a_step;
  b += batch * b_step;
  V sums[4 * PARTS][PARTS];
  UNROLL for (int r = 0; r < 4 * PARTS; r++)
    UNROLL for (int q = 0; q < PARTS; q++) sums[r][q] = 0;
  for (I first = 0; first < k; first += DEPTH) {
    UNROLL for (int e = item; e < SIDE * DEPTH; e += GROUP * GROUP) {
      // Neighbours in global memory are read by neighbours of the group.
      const int d = A_BY_ROWS ? e % DEPTH : e / SIDE, r = A_BY_ROWS ? e / DEPTH : e % SIDE;
      tile_a[d * PITCH + r] =
          row + r < m && first + d < k ? (S)a[A(row + r, first + d)] : 0;
    }
    UNROLL for (int e = item; e < SIDE * DEPTH; e += GROUP * GROUP) {
      const int d = B_BY_ROWS ? e / SIDE : e % DEPTH, c = B_BY_ROWS ? e % SIDE : e / DEPTH;
      tile_b[d * PITCH + c] =
          column + c < n && first + d < k ? (S)b[B(first + d, column + c)] : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (first + DEPTH <= k) {
      UNROLL for (int d = 0; d < DEPTH; d++) STEP(d)
    } else {
      for (int d = 0; d < k - first; d++) STEP(d)
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  UNROLL for (int r = 0; r < 4 * PARTS; r++) {
    UNROLL for (int q = 0; q < PARTS; q++) {
      S four[4];
      vstore4(sums[r][q], 0, four);
      UNROLL for (int c = 0; c < 4; c++) {
        const I i = row + r / 4 * (SIDE / 2) + item_y * 4 + r % 4;
        const I j = column + q * (SIDE / 2) + item_x * 4 + c;
        const S sum = four[c];
        if (i < m && j < n)
STORE
      }
    }
  }
}
]]

-- Sides of a tile and of a group, vectors of sums in each direction, steps of k of a tile, and how
-- many groups there must be to keep a GPU at work.
local SHAPES = {
  { side = 128, group = 16, parts = 2, depth = 8, groups = 64 },
  { side = 64, group = 16, parts = 1, depth = 16, groups = 1 },
  { side = 32, group = 8, parts = 1, depth = 16, groups = 1 },
}

-- The largest shape that the device can hold and that leaves it enough groups; nil if none.
local function tile_shape(call)
  local bytes = 32 // LANES[SUMS[call.dtype]]
  for _, shape in ipairs(SHAPES) do
    local groups = ceil_div(call.m, shape.side) * ceil_div(call.n, shape.side) * call.batch
    local memory = 2 * shape.depth * (shape.side + 4) * bytes
    local enough = groups >= shape.groups or call.variant == "large tiles"
    if enough and shape.group ^ 2 <= call.device.max_group_size
      and memory <= call.device.local_memory and (bytes == 4 or shape.parts == 1) then
      return shape
    end
  end
end

local function tiles(call)
  local shape = assert(tile_shape(call), "matmul: no tile fits the device")
  local text = source(call, {
    { "SIDE", shape.side }, { "GROUP", shape.group }, { "PARTS", shape.parts },
    { "DEPTH", shape.depth }, { "PITCH", shape.side + 4 }, { "V", SUMS[call.dtype] .. 4 },
    { "A_BY_ROWS", call.transpose_a and 0 or 1 }, { "B_BY_ROWS", call.transpose_b and 0 or 1 },
  }, TILES_TEXT)
  local across, down = ceil_div(call.n, shape.side), ceil_div(call.m, shape.side)
  return one_launch(call, "matmul_tiles", text, {
    global = { across * shape.group, down * shape.group, call.batch },
    ["local"] = { shape.group, shape.group, 1 },
  })
end

-- ---- choice ---------------------------------------------------------------------------------

local VARIANTS = {
  direct = direct, thin = thin, panels = panels, tiles = tiles, ["large tiles"] = tiles,
}

-- Copying into panels pays where each element that is copied is used often.
local function choose(call)
  if call.variant then return call.variant end
  local few = math.min(call.m, call.n)
  if call.device.gpu then return few >= 4 and tile_shape(call) and "tiles" or "direct" end
  -- On the emulator panels have the fewest accesses for each product, but two launches more, which
  -- take as long as a hundred thousand products.
  if call.device.checks then return call.m * call.n * call.k < 100000 and "direct" or "panels" end
  if call.m * call.n * call.k < 40000 then return "direct" end
  if thin_defines(call) then return "thin" end
  return few < 4 and "direct" or "panels"
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
  local m, n = own.m + 128, own.n + 128
  local largest = own.batch * math.max(m * own.k, own.k * n, m * n)
  own.index = call.index or (largest < 2 ^ 31 and "int" or "long")
  return own
end

local function plan(call)
  assert(SUMS[call.dtype], "matmul: no such type: " .. tostring(call.dtype))
  local own = complete(call)
  local variant = VARIANTS[choose(own)]
  return assert(variant, "matmul: no such variant: " .. tostring(call.variant))(own)
end

return { plan = plan }
