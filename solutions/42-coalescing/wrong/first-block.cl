// expect: wrong-answer
// why: Every group loads the first group's block.

__kernel void fields_apart(__global int *out, __global const int *a, __local int *tile, uint n, uint k) {
  size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  for (size_t e = l; e < size * k; e += size) {
    if (e < n * k) tile[e] = a[e];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint f = 0; f < k && i < n; f++) out[f * n + i] = tile[l * k + f];
}
