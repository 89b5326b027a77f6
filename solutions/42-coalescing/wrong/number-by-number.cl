// expect: over-budget
// why: Right, and read side by side; but neighbours write into k different arrays.

__kernel void fields_apart(__global int *out, __global const int *a, __local int *tile, uint n, uint k) {
  size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  size_t first = get_group_id(0) * size * k;
  for (size_t e = first + l; e < first + size * k && e < n * k; e += size) out[e % k * n + e / k] = a[e];
}
