// expect: over-budget
// why: Right, but each work-item loads its own record into the tile: the reads from global memory are as far apart as before.

__kernel void fields_apart(__global int *out, __global const int *a, __local int *tile, uint n, uint k) {
  size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  for (uint f = 0; f < k && i < n; f++) tile[l * k + f] = a[i * k + f];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint f = 0; f < k && i < n; f++) out[f * n + i] = tile[l * k + f];
}
