-- Running sums along the middle axis of an array [outer, length, inner].
--
--   plan(call) -> step
--
-- call = {
--   dtype = "float",       any type but half
--   outer = 1, length = 10, inner = 1,
--   exclusive = false,     element l is the sum of those before l, 0 for the first, if true
--   reverse = false,       the sums begin at the last element of each line if true
--   device = ctx:device(),
--   variant = nil,         "serial", "chunks" or "groups"; chosen if nil
--   index = nil,           type of indices in the kernels, "int" or "long"; chosen if nil
-- }
--
-- Input 1 and output 1 have this shape. Integers wrap. Floats are added in an order that depends
-- on the sizes and the variant alone, so that every run gives the same bytes.
--
-- A *line* is the elements along the middle axis for one outer and one inner index. Variants:
--   serial  a work-item adds up neighbouring lines, one element after the other, in chunks to which the
--           sum before them is added, so that long sums lose nothing
--   chunks  for CPUs, where lines are few and long: the sum of each chunk of a line, running sums
--           of those, and then running sums in each chunk, to which the sum before it is added
--   groups  for GPUs: the same with a group for each chunk, whose work-items add their sums in as
--           many steps as the logarithm of their number (Hillis and Steele, "Data parallel
--           algorithms", 1986)

-- The type of sums: unsigned, so that those of integers wrap.
local SUMS = {
  char = "uint", uchar = "uint", short = "uint", ushort = "uint", int = "uint", uint = "uint",
  long = "ulong", ulong = "ulong", float = "float", double = "double",
}
local LANES = 8     -- neighbouring lines of a work-item on a CPU
local CHUNK = 4096  -- elements of a chunk on a CPU
local EACH = 8      -- neighbouring elements of a work-item of a group

local function ceil_div(a, b) return (a + b - 1) // b end

-- What all kernels begin with. PLACE(line, l) is where element l of a line is, counted from the end
-- where sums begin: `step` is -inner in lines that begin at their last element. `base` is where the
-- first line begins. Kernels of one text are compiled together.
local function header(call, defines)
  local lines = {
    "#pragma OPENCL FP_CONTRACT OFF",
    "#define T " .. call.dtype,
    "#define S " .. SUMS[call.dtype],
    "#define I " .. call.index,
    "#define PLACE(line, l) ((line) + (l) * step)",
  }
  for _, define in ipairs(defines) do lines[#lines + 1] = "#define " .. define end
  return table.concat(lines, "\n") .. "\n\n"
end

local SERIAL = [[
__kernel void cumsum_serial(__global T *out, __global const T *a, I lines, I length, I inner,
                            I step, I base, int exclusive) {
  const I strips = (inner + LANES - 1) / LANES;
  const I item = get_global_id(0);
  if (item >= lines / inner * strips) return;
  const I first = item % strips * LANES;
  const I line = base + item / strips * length * inner + first;
  if (first + LANES <= inner) {
    S offsets[LANES], sums[LANES];
    for (int lane = 0; lane < LANES; lane++) offsets[lane] = 0;
    for (I begin = 0; begin < length; begin += CHUNK) {
      const I end = min(length, begin + CHUNK);
      for (int lane = 0; lane < LANES; lane++) sums[lane] = 0;
      for (I l = begin; l < end; l++) {
        for (int lane = 0; lane < LANES; lane++) {
          const S before = sums[lane];
          sums[lane] += (S)a[PLACE(line + lane, l)];
          out[PLACE(line + lane, l)] = (T)(offsets[lane] + (exclusive ? before : sums[lane]));
        }
      }
      for (int lane = 0; lane < LANES; lane++) offsets[lane] += sums[lane];
    }
  } else {
    for (int lane = 0; first + lane < inner; lane++) {
      S offset = 0;
      for (I begin = 0; begin < length; begin += CHUNK) {
        const I end = min(length, begin + CHUNK);
        S sum = 0;
        for (I l = begin; l < end; l++) {
          const S before = sum;
          sum += (S)a[PLACE(line + lane, l)];
          out[PLACE(line + lane, l)] = (T)(offset + (exclusive ? before : sum));
        }
        offset += sum;
      }
    }
  }
}

]]

-- Kernels of chunks. The first one gives the sum of each chunk, [lines, chunks], the second one
-- gets the sums of what is before each.
local CHUNKS = [[
__kernel void cumsum_chunk_sums(__global S *sums, __global const T *a, I lines, I length, I inner,
                                I step, I base, int exclusive, I chunks) {
  const I item = get_global_id(0);
  if (item >= lines * chunks) return;
  const I line = base + item / chunks / inner * length * inner + item / chunks % inner;
  const I first = item % chunks * CHUNK, last = min(length, first + CHUNK);
  S sum = 0;
  for (I l = first; l < last; l++) sum += (S)a[PLACE(line, l)];
  sums[item] = sum;
}

__kernel void cumsum_chunks(__global T *out, __global const T *a, I lines, I length, I inner,
                            I step, I base, int exclusive, I chunks, __global const S *offsets) {
  const I item = get_global_id(0);
  if (item >= lines * chunks) return;
  const I line = base + item / chunks / inner * length * inner + item / chunks % inner;
  const I first = item % chunks * CHUNK, last = min(length, first + CHUNK);
  S sum = 0;
  for (I l = first; l < last; l++) {
    const S before = sum;
    sum += (S)a[PLACE(line, l)];
    out[PLACE(line, l)] = (T)(offsets[item] + (exclusive ? before : sum));
  }
}
]]

-- The same for groups. Both begin with the elements of each work-item, and the sums in the group up
-- to each work-item; two arrays take turns, so that none is read while it is written.
local GROUP_BEGIN = [[
  __local S sums[2][GROUP];
  const int item = get_local_id(0);
  const I group = get_group_id(0);
  const I line = base + group / chunks / inner * length * inner + group / chunks % inner;
  const I first = group % chunks * (GROUP * EACH) + item * EACH;
  S own[EACH];
  S sum = 0;
  for (int e = 0; e < EACH; e++) {
    own[e] = first + e < length ? (S)a[PLACE(line, first + e)] : 0;
    sum += own[e];
  }
  sums[0][item] = sum;
  int turn = 0;
  for (int distance = 1; distance < GROUP; distance *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item >= distance) sum = sums[turn][item - distance] + sum;
    sums[!turn][item] = sum;
    turn = !turn;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
]]

local GROUPS = [[
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void cumsum_group_sums(__global S *totals, __global const T *a, I lines, I length, I inner,
                       I step, I base, int exclusive, I chunks) {
]] .. GROUP_BEGIN .. [[
  if (item == GROUP - 1) totals[group] = sum;
}

// Where a line is one chunk, there are no offsets.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void cumsum_groups(__global T *out, __global const T *a, I lines, I length, I inner, I step, I base,
                   int exclusive, I chunks, __global const S *offsets) {
]] .. GROUP_BEGIN .. [[
  sum = chunks > 1 ? offsets[group] : 0;
  if (item > 0) sum += sums[turn][item - 1];
  for (int e = 0; e < EACH && first + e < length; e++) {
    const S before = sum;
    sum += own[e];
    out[PLACE(line, first + e)] = (T)(exclusive ? before : sum);
  }
}
]]

-- The arguments of all kernels, from the result on.
local function arguments(call, result, ...)
  local step = call.reverse and -call.inner or call.inner
  local base = call.reverse and (call.length - 1) * call.inner or 0
  local all = { result, { input = 1 } }
  local function add(...)
    for _, size in ipairs { ... } do all[#all + 1] = { [call.index] = size } end
  end
  add(call.lines, call.length, call.inner, step, base)
  all[#all + 1] = { int = call.exclusive and 1 or 0 }
  add(...)
  return all
end

-- Sizes of a launch over a number of work-items, whose kernel looks whether there is one too many.
local function over(call, count)
  local group = math.min(count, call.device.gpu and 256 or 16, call.device.max_group_size)
  return { global = ceil_div(count, group) * group, ["local"] = group }
end

-- Lines one after the other. On a GPU neighbouring work-items have neighbouring lines.
local function lanes(call) return call.device.gpu and 1 or LANES end

local function item_text(call)
  return header(call, { "LANES " .. lanes(call), "CHUNK " .. CHUNK }) .. SERIAL .. CHUNKS
end

local function serial(call)
  return {
    scratch = {},
    launches = { {
      name = "cumsum_serial",
      source = item_text(call),
      arguments = arguments(call, { output = 1 }),
      sizes = over(call, call.outer * ceil_div(call.inner, lanes(call))),
    } },
  }
end

local plan

-- A step of three parts: `sums` and `last` are launches for pieces of lines, the sums of pieces in
-- scratch 1 and the sums before each in scratch 2. What is between them is a step of its own.
local function pieces(call, count, sums, last)
  local between = plan {
    dtype = SUMS[call.dtype], outer = call.lines, length = count, inner = 1, exclusive = true,
    device = call.device, index = call.index,
  }
  local step = {
    scratch = {
      { dtype = SUMS[call.dtype], count = call.lines * count },
      { dtype = SUMS[call.dtype], count = call.lines * count },
    },
    launches = { sums },
  }
  for _, piece in ipairs(between.scratch) do step.scratch[#step.scratch + 1] = piece end
  for _, launch in ipairs(between.launches) do
    for i, argument in ipairs(launch.arguments) do
      if argument.input then launch.arguments[i] = { scratch = 1 }
      elseif argument.output then launch.arguments[i] = { scratch = 2 }
      elseif argument.scratch then launch.arguments[i] = { scratch = argument.scratch + 2 } end
    end
    step.launches[#step.launches + 1] = launch
  end
  last.arguments[#last.arguments + 1] = { scratch = 2 }
  step.launches[#step.launches + 1] = last
  return step
end

local function chunks(call)
  local count = ceil_div(call.length, CHUNK)
  local function launch(name, result)
    return {
      name = name,
      source = item_text(call),
      arguments = arguments(call, result, count),
      sizes = { global = call.lines * count, ["local"] = 1 },
    }
  end
  return pieces(call, count, launch("cumsum_chunk_sums", { scratch = 1 }),
                launch("cumsum_chunks", { output = 1 }))
end

-- As many work-items as a line needs, a power of two.
local function group_size(call)
  local most, size = math.min(256, call.device.max_group_size), 1
  while size * EACH < call.length and size * 2 <= most do size = size * 2 end
  return size
end

local function groups(call)
  local group = group_size(call)
  local count = ceil_div(call.length, group * EACH)
  local function launch(name, result)
    return {
      name = name,
      source = header(call, { "GROUP " .. group, "EACH " .. EACH }) .. GROUPS,
      arguments = arguments(call, result, count),
      sizes = { global = call.lines * count * group, ["local"] = group },
    }
  end
  local last = launch("cumsum_groups", { output = 1 })
  if count > 1 then
    return pieces(call, count, launch("cumsum_group_sums", { scratch = 1 }), last)
  end
  -- A piece of scratch stands for the offsets that are not read.
  last.arguments[#last.arguments + 1] = { scratch = 1 }
  return { scratch = { { dtype = SUMS[call.dtype], count = 1 } }, launches = { last } }
end

local function choose(call)
  if call.variant then return call.variant end
  if call.device.gpu then
    local many = call.lines >= 8192 and (call.inner >= 32 or call.length <= 32)
    return (many or call.length <= EACH) and "serial" or "groups"
  end
  return (call.lines >= 16 or call.length <= 4 * CHUNK) and "serial" or "chunks"
end

local VARIANTS = { serial = serial, chunks = chunks, groups = groups }

plan = function(call)
  assert(SUMS[call.dtype], "cumsum: no such type: " .. tostring(call.dtype))
  local own = { lines = call.outer * call.inner }
  for key, value in pairs(call) do own[key] = value end
  -- Work-items of groups reach beyond the end by less than this.
  own.index = call.index or ((call.length + CHUNK) * own.lines < 2 ^ 31 and "int" or "long")
  local variant = VARIANTS[choose(own)]
  return assert(variant, "cumsum: no such variant: " .. tostring(call.variant))(own)
end

return { plan = plan }
