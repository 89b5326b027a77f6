// Blelloch's scan, as it is taught, of a power of two of places: sums go up a tree, and what stands
// before each half comes down again. No place of the group is behind those that nobody has filled.

__kernel void prefix_sum(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0), l = get_local_id(0);
  size_t width = 1;
  while (width < get_local_size(0)) width *= 2;
  int own = i < n ? a[i] : 0;
  tile[l] = own;

  for (size_t pairs = width / 2; pairs > 0; pairs /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < pairs) {
      size_t apart = width / 2 / pairs;
      tile[apart * (2 * l + 2) - 1] += tile[apart * (2 * l + 1) - 1];
    }
  }
  if (l == 0) tile[width - 1] = 0;
  for (size_t pairs = 1; pairs < width; pairs *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < pairs) {
      size_t apart = width / 2 / pairs;
      size_t left = apart * (2 * l + 1) - 1, right = apart * (2 * l + 2) - 1;
      int before = tile[left];
      tile[left] = tile[right];
      tile[right] += before;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = tile[l] + own;
}
