// expect: over-budget
// why: Right, but with one buffer the group waits twice for each tile, and the fetch begins only when the last tile is done.

__kernel void sums_of_three(__global int *out, __global const int *a, __local int *buffers, uint n, uint tiles) {
  size_t l = get_local_id(0), size = get_local_size(0);
  size_t first = get_group_id(0) * size * tiles, end = min((size_t)n, first + size * tiles);
  for (; first < end; first += size) {
    size_t i = first + l;
    for (size_t p = l; p < size + 2 && first + p < n; p += size) buffers[p] = a[first + p];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) out[i] = buffers[l] + (i + 1 < n ? buffers[l + 1] : 0) + (i + 2 < n ? buffers[l + 2] : 0);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
