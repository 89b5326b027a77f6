// Compares while it counts: each time a counter grows it may become the greatest.

__kernel __attribute__((reqd_work_group_size(512, 1, 1))) void most_frequent(__global int *out, __global const int *a,
                                                                            uint n, uint k) {
  __local uchar own[32 * 512];
  size_t i = get_global_id(0), l = get_local_id(0);
  if (i >= n) return;
  for (uint value = 0; value < 32; value++) own[value * 512 + l] = 0;
  uint best = 0, most = 0;
  for (uint j = 0; j < k; j++) {
    uint value = a[j * n + i], count = ++own[value * 512 + l];
    if (count > most || (count == most && value < best)) {
      most = count;
      best = value;
    }
  }
  out[i] = best;
}
