// expect: over-budget
// why: Two bytes for each counter are 64 for a work-item. Where local memory has 64 KiB, half of the places stay empty.

#define SIZE 256

__kernel
__attribute__((reqd_work_group_size(SIZE, 1, 1)))
void most_frequent(__global int *out,
                   __global const int *a, uint n,
                   uint k) {
  __local ushort own[32 * SIZE];
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i >= n) return;

  for (uint value = 0; value < 32; value++) {
    own[value * SIZE + l] = 0;
  }
  for (uint j = 0; j < k; j++) {
    own[a[j * n + i] * SIZE + l]++;
  }
  uint best = 0;
  for (uint value = 1; value < 32; value++) {
    if (own[value * SIZE + l] > own[best * SIZE + l]) {
      best = value;
    }
  }
  out[i] = best;
}
