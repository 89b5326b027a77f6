// Groups of 768, of which two fill three quarters of the places; each work-item has its 32 bytes side by side.

__kernel __attribute__((reqd_work_group_size(768, 1, 1))) void most_frequent(__global int *out, __global const int *a,
                                                                            uint n, uint k) {
  __local uchar own[768][32];
  size_t i = get_global_id(0), l = get_local_id(0);
  if (i >= n) return;
  for (uint value = 0; value < 32; value++) own[l][value] = 0;
  for (uint j = 0; j < k; j++) own[l][a[j * n + i]]++;
  uint best = 31;
  for (int value = 30; value >= 0; value--)
    if (own[l][value] >= own[l][best]) best = value;
  out[i] = best;
}
