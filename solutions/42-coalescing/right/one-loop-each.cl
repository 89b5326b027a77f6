// Counts how many records the group has, and goes over the same numbers on both sides.

__kernel void fields_apart(__global int *out, __global const int *a, __local int *tile, uint n, uint k) {
  size_t l = get_local_id(0), size = get_local_size(0);
  size_t before = get_group_id(0) * size;
  size_t count = min(size, n - min((size_t)n, before));
  for (size_t e = l; e < count * k; e += size) tile[e] = a[before * k + e];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t e = l; e < count * k; e += size) {
    size_t f = e / count, record = e % count;
    out[f * n + before + record] = tile[record * k + f];
  }
}
