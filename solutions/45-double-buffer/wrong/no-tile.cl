// expect: over-budget
// why: Right, but each element is read from global memory by three work-items.

__kernel void sums_of_three(__global int *out, __global const int *a, __local int *buffers, uint n, uint tiles) {
  size_t l = get_local_id(0), size = get_local_size(0);
  size_t first = get_group_id(0) * size * tiles, end = min((size_t)n, first + size * tiles);
  for (; first < end; first += size) {
    size_t i = first + l;
    if (i < n) out[i] = a[i] + (i + 1 < n ? a[i + 1] : 0) + (i + 2 < n ? a[i + 2] : 0);
  }
}
