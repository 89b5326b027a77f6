// expect: over-budget
// why: Right, but at each moment the work-items of a sub-group read numbers that lie k apart: most of every piece that is moved is not wanted then.

__kernel void fields_apart(__global int *out, __global const int *a, __local int *tile, uint n, uint k) {
  size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  for (uint f = 0; f < k && i < n; f++) out[f * n + i] = a[i * k + f];
}
