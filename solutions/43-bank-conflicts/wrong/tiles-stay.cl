// expect: runtime-error uninitialized-read
// why: Each tile is transposed, and stays where it was: the places of the tiles have to be swapped as well.

__kernel void transpose(__global int *out, __global const int *a, __local int *tile, uint h, uint w) {
  size_t size = get_local_size(0), x = get_local_id(0), y = get_local_id(1);
  size_t left = get_group_id(0) * size, top = get_group_id(1) * size;
  if (top + y < h && left + x < w) tile[y * (size + 1) + x] = a[(top + y) * w + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t row = top + y, column = left + x;
  if (row < w && column < h) out[row * h + column] = tile[x * (size + 1) + y];
}
