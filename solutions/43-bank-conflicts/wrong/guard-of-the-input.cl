// expect: runtime-error uninitialized-read
// why: The guard of the write is the read's. In the transposed tile, other work-items have an element.

__kernel void transpose(__global int *out, __global const int *a, __local int *tile, uint h, uint w) {
  size_t size = get_local_size(0), x = get_local_id(0), y = get_local_id(1);
  size_t left = get_group_id(0) * size, top = get_group_id(1) * size;
  if (top + y < h && left + x < w) tile[y * (size + 1) + x] = a[(top + y) * w + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (top + y < h && left + x < w) out[(left + y) * h + top + x] = tile[x * (size + 1) + y];
}
