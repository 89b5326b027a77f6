// Bank Conflicts. out is a (h rows, w columns),
// transposed. This kernel is right, and both
// sides of it are coalesced; but its tile is
// read against the banks. `tile` has room
// for 32 * 33 numbers: mend it.

__kernel void transpose(
    __global int *out,
    __global const int *a,
    __local int *tile, uint h, uint w) {
  size_t size = get_local_size(0);
  size_t x = get_local_id(0);
  size_t y = get_local_id(1);
  size_t left = get_group_id(0) * size;
  size_t top = get_group_id(1) * size;

  // Your code here: change what needs changing.
  if (top + y < h && left + x < w) {
    tile[y * size + x] = a[(top + y) * w + left + x];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (left + y < w && top + x < h) {
    out[(left + y) * h + top + x] = tile[x * size + y];
  }
}

// It must work for h = 1 to 300, w = 1 to
// 300, groups of 32 by 32 work-items, up to
// 1 more group than needed in each
// dimension; a: any int; at most 70,000
// elements.
