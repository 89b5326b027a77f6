// expect: over-budget
// why: No local memory, and full occupancy: but each value is read 32 times.

__kernel
__attribute__((reqd_work_group_size(256, 1, 1)))
void most_frequent(__global int *out,
                   __global const int *a, uint n,
                   uint k) {
  size_t i = get_global_id(0);
  if (i >= n) return;
  uint best = 0, most = 0;
  for (uint value = 0; value < 32; value++) {
    uint count = 0;
    for (uint j = 0; j < k; j++) {
      count += a[j * n + i] == value;
    }
    if (count > most) {
      most = count;
      best = value;
    }
  }
  out[i] = best;
}
