-- Indices that would sort each row of an array [rows, length].
--
--   plan(call) -> step
--
-- call = {
--   dtype = "float",       any type but half; bool is a uchar
--   rows = 1, length = 10,
--   descending = false,
--   device = ctx:device(),
--   variant = nil,         "items" or "groups"; chosen if nil
--   index = nil,           type of indices in the kernels, "int" or "long"; chosen if nil
-- }
--
-- Input 1 is the keys, output 1 the indices as int, counted from 0 in each row. Equal keys keep
-- their order in both directions; 0 and -0 are equal; NaNs are equal and come last in both.
--
-- Blocks of each row are sorted first, and then merged by twos, in as many launches as it takes.
-- All work-items of a launch write equally many places of the result: each one finds by binary
-- search where its part of two blocks begins (Green, McColl and Bader, "GPU merge path", 2012).
-- Variants:
--   items   for CPUs: a work-item sorts a block by insertion
--   groups  for GPUs: a group sorts a block in local memory, where each work-item counts the keys
--           that are before its own
local ITEMS = { block = 16, part = 64 }
local GROUPS = { block = 256, part = 8 }

local function ceil_div(a, b) return (a + b - 1) // b end

-- What both kernels, which are compiled together, begin with. BEFORE says whether key x must be
-- before key y.
local function header(call, block)
  local float = call.dtype == "float" or call.dtype == "double"
  local before = call.descending and "((x) > (y)" or "((x) < (y)"
  before = before .. (float and " | (isnan(y) & !isnan(x)))" or ")")
  return table.concat({
    "#define T " .. call.dtype,
    "#define I " .. call.index,
    "#define BEFORE(x, y) " .. before,
    "#define BLOCK " .. block,
    "", "",
  }, "\n")
end

-- Sorted blocks: keys and indices, both [rows, length].
local ITEM_BLOCKS = [[
__kernel void argsort_item_blocks(__global T *keys, __global int *indices, __global const T *input,
                                  I rows, I length, I blocks) {
  const I item = get_global_id(0);
  if (item >= rows * blocks) return;
  const int first = item % blocks * BLOCK;
  const int count = min((I)BLOCK, length - first);
  const I row = item / blocks * length;
  T key[BLOCK];
  int index[BLOCK];
  for (int i = 0; i < count; i++) {
    const T next = input[row + first + i];
    int to = i;
    for (; to > 0 && BEFORE(next, key[to - 1]); to--) {
      key[to] = key[to - 1];
      index[to] = index[to - 1];
    }
    key[to] = next;
    index[to] = first + i;
  }
  for (int i = 0; i < count; i++) {
    keys[row + first + i] = key[i];
    indices[row + first + i] = index[i];
  }
}

]]

local GROUP_BLOCKS = [[
__kernel __attribute__((reqd_work_group_size(BLOCK, 1, 1)))
void argsort_group_blocks(__global T *keys, __global int *indices, __global const T *input,
                          I rows, I length, I blocks) {
  __local T key[BLOCK];
  const int item = get_local_id(0);
  const I group = get_group_id(0);
  const int first = group % blocks * BLOCK;
  const int count = min((I)BLOCK, length - first);
  const I row = group / blocks * length;
  if (item < count) key[item] = input[row + first + item];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item >= count) return;
  const T own = key[item];
  int to = first;
  for (int i = 0; i < item; i++) to += !BEFORE(own, key[i]);
  for (int i = item + 1; i < count; i++) to += BEFORE(key[i], own);
  keys[row + to] = own;
  indices[row + to] = first + item;
}

]]

-- Merges neighbouring blocks of `block` keys. The last part of a row is shorter, and so may be its
-- last block or the one before. A part lies in one pair of blocks, as both sizes are powers of two.
local MERGE = [[
__kernel void argsort_merge(__global T *keys, __global int *indices, __global const T *from_keys,
                            __global const int *from_indices, I rows, I length, I parts,
                            I part, I block) {
  const I item = get_global_id(0);
  if (item >= rows * parts) return;
  const I row = item / parts * length, first = item % parts * part;
  const I pair = row + first / (2 * block) * (2 * block);
  const I middle = min(pair + block, row + length), end = min(pair + 2 * block, row + length);
  const I skipped = row + first - pair;
  // How many of the keys before this part are of the left block; of equal keys those come first.
  I low = max((I)0, skipped - (end - middle)), high = min(skipped, middle - pair);
  while (low < high) {
    const I half_way = (low + high) / 2;
    const I other = middle + skipped - 1 - half_way;
    if (BEFORE(from_keys[other], from_keys[pair + half_way])) high = half_way;
    else low = half_way + 1;
  }
  I left = pair + low, right = middle + skipped - low;
  const I last = min(row + first + part, end);
  I to = row + first;
  for (; to < last && left < middle && right < end; to++) {
    const int is_right = BEFORE(from_keys[right], from_keys[left]);
    const I from = is_right ? right : left;
    keys[to] = from_keys[from];
    indices[to] = from_indices[from];
    right += is_right;
    left += !is_right;
  }
  // What is left of one block.
  for (I from = left < middle ? left : right; to < last; to++, from++) {
    keys[to] = from_keys[from];
    indices[to] = from_indices[from];
  }
}
]]

local function over(call, count)
  local group = math.min(count, call.device.gpu and 128 or 1, call.device.max_group_size)
  return { global = ceil_div(count, group) * group, ["local"] = group }
end

-- The size of a block, a power of two.
local function block_size(call, variant)
  if variant == "items" then return ITEMS.block end
  local most, block = math.min(GROUPS.block, call.device.max_group_size), 1
  while block < call.length and 2 * block <= most do block = 2 * block end
  return block
end

-- Launches write keys to scratch 1 and 2 in turn, and indices to scratch 3 and to the output, so
-- that the last one gives the output. A step that is made of this one finds the sorted keys, too:
-- they are in the piece of scratch that step.keys says.
local function plan(call)
  local own = {}
  for key, value in pairs(call) do own[key] = value end
  own.index = call.index or (call.rows * (call.length + 4096) < 2 ^ 31 and "int" or "long")
  local variant = call.variant or (call.device.gpu and "groups" or "items")
  local by_groups = variant == "groups"
  assert(by_groups or variant == "items", "argsort: no such variant: " .. tostring(variant))
  local block, part = block_size(call, variant), (by_groups and GROUPS or ITEMS).part
  local merges, sorted = 0, block
  while sorted < call.length do merges, sorted = merges + 1, 2 * sorted end

  local function keys(turn) return { scratch = 1 + turn % 2 } end
  local function indices(turn)
    return (merges - turn) % 2 == 0 and { output = 1 } or { scratch = 3 }
  end
  local function arguments(pointers, ...)
    for _, size in ipairs { call.rows, call.length, ... } do
      pointers[#pointers + 1] = { [own.index] = size }
    end
    return pointers
  end
  local source = header(own, block) .. (by_groups and GROUP_BLOCKS or ITEM_BLOCKS) .. MERGE
  local blocks = ceil_div(call.length, block)
  local launches = { {
    name = by_groups and "argsort_group_blocks" or "argsort_item_blocks",
    source = source,
    arguments = arguments({ keys(0), indices(0), { input = 1 } }, blocks),
    sizes = by_groups and { global = call.rows * blocks * block, ["local"] = block }
      or over(call, call.rows * blocks),
  } }
  for turn = 1, merges do
    local width = math.min(part, 2 * block)
    local parts = ceil_div(call.length, width)
    local pointers = { keys(turn), indices(turn), keys(turn - 1), indices(turn - 1) }
    launches[#launches + 1] = {
      name = "argsort_merge",
      source = source,
      arguments = arguments(pointers, parts, width, block),
      sizes = over(call, call.rows * parts),
    }
    block = 2 * block
  end
  local count = call.rows * call.length
  local scratch = { { dtype = call.dtype, count = count } }
  if merges > 0 then
    scratch[2] = { dtype = call.dtype, count = count }
    scratch[3] = { dtype = "int", count = count }
  end
  return { scratch = scratch, launches = launches, keys = keys(merges) }
end

return { plan = plan }
