// Side by side into local memory, number by number; each work-item takes its record from there.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  __local int tile[3 * 1024];
  size_t l = get_local_id(0), size = get_local_size(0), first = 3 * (i - l);
  for (size_t e = l; e < 3 * size && first + e < 3 * n; e += size) tile[e] = a[first + e];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < n) out[i] = tile[3 * l] + 2 * tile[3 * l + 1] + 3 * tile[3 * l + 2];
}
