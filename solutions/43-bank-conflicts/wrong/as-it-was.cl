// expect: over-budget
// why: Right, but a row is as long as there are banks: a column lies in one of them, and 32 work-items wait for it in turn.

__kernel void transpose(__global int *out, __global const int *a, __local int *tile, uint h, uint w) {
  size_t size = get_local_size(0), x = get_local_id(0), y = get_local_id(1);
  size_t left = get_group_id(0) * size, top = get_group_id(1) * size;
  if (top + y < h && left + x < w) tile[y * size + x] = a[(top + y) * w + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (left + y < w && top + x < h) out[(left + y) * h + top + x] = tile[x * size + y];
}
