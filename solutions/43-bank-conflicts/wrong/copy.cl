// expect: wrong-answer
// why: The numbers are copied in their old order.

__kernel void transpose(__global int *out, __global const int *a, __local int *tile, uint h, uint w) {
  size_t size = get_local_size(0), x = get_local_id(0), y = get_local_id(1);
  size_t left = get_group_id(0) * size, top = get_group_id(1) * size;
  if (top + y < h && left + x < w) out[(top + y) * w + left + x] = a[(top + y) * w + left + x];
}
