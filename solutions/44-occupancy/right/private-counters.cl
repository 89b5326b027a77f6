// The counters in private memory, so that only the places decide.

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void most_frequent(__global int *out, __global const int *a,
                                                                           uint n, uint k) {
  size_t i = get_global_id(0);
  if (i >= n) return;
  int own[32];
  for (uint value = 0; value < 32; value++) own[value] = 0;
  for (uint j = 0; j < k; j++) own[a[j * n + i]]++;
  uint best = 0;
  for (uint value = 1; value < 32; value++)
    if (own[value] > own[best]) best = value;
  out[i] = best;
}
