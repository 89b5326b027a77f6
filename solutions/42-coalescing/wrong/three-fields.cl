// expect: runtime-error out-of-bounds
// why: The number of fields is taken to be 3.

__kernel void fields_apart(__global int *out, __global const int *a, __local int *tile, uint n, uint k) {
  size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  size_t first = get_group_id(0) * size * 3;
  for (size_t e = l; e < size * 3; e += size) {
    if (first + e < n * 3) tile[e] = a[first + e];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint f = 0; f < 3 && i < n; f++) out[f * n + i] = tile[l * 3 + f];
}
