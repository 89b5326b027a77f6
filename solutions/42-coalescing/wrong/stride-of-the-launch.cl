// expect: runtime-error out-of-bounds
// why: The fields of `out` lie n apart, not as far as there are work-items.

__kernel void fields_apart(__global int *out, __global const int *a, __local int *tile, uint n, uint k) {
  size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  size_t first = get_group_id(0) * size * k;
  for (size_t e = l; e < size * k; e += size) {
    if (first + e < n * k) tile[e] = a[first + e];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint f = 0; f < k && i < n; f++) out[f * get_global_size(0) + i] = tile[l * k + f];
}
