// The counters in private memory; local memory only for one value at a time.

__kernel void count_values(__global int *out, __global const int *a, uint n, uint k) {
  size_t l = get_local_id(0), group = get_group_id(0), first = group * 256 * k;
  __local int sums[256];
  int own[32];
  for (uint bin = 0; bin < 32; bin++) own[bin] = 0;
  for (uint j = 0; j < k; j++) {
    size_t i = first + j * 256 + l;
    if (i < n) own[a[i]]++;
  }
  for (uint bin = 0; bin < 32; bin++) {
    sums[l] = own[bin];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_size = 128; half_size > 0; half_size /= 2) {
      if (l < half_size) sums[l] += sums[l + half_size];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) out[group * 32 + bin] = sums[0];
  }
}
