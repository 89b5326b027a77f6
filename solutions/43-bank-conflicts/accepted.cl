// Rows of 33: the next one begins a bank further on, so that
// a column lies in 32 different banks.

__kernel void transpose(
    __global int *out,
    __global const int *a,
    __local int *tile, uint h, uint w) {
  size_t size = get_local_size(0);
  size_t x = get_local_id(0);
  size_t y = get_local_id(1);
  size_t left = get_group_id(0) * size;
  size_t top = get_group_id(1) * size;
  size_t stride = size + 1;

  if (top + y < h && left + x < w) {
    tile[y * stride + x] = a[(top + y) * w + left + x];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (left + y < w && top + x < h) {
    out[(left + y) * h + top + x] = tile[x * stride + y];
  }
}
