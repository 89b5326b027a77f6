// Blelloch's scan, as it is taught: the tile is filled up to a power of two, sums go up a tree, and
// what stands before each half comes down again. The own element makes it inclusive.

__kernel void prefix_sum(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  size_t width = 1;
  while (width < size) width *= 2;
  int own = i < n ? a[i] : 0;
  tile[l] = own;
  if (size + l < width) tile[size + l] = 0;

  size_t apart = 1;
  for (size_t pairs = width / 2; pairs > 0; pairs /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < pairs) {
      size_t left = apart * (2 * l + 1) - 1, right = apart * (2 * l + 2) - 1;
      tile[right] += tile[left];
    }
    apart *= 2;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) tile[width - 1] = 0;
  for (size_t pairs = 1; pairs < width; pairs *= 2) {
    apart /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < pairs) {
      size_t left = apart * (2 * l + 1) - 1, right = apart * (2 * l + 2) - 1;
      int before = tile[left];
      tile[left] = tile[right];
      tile[right] += before;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = tile[l] + own;
}
