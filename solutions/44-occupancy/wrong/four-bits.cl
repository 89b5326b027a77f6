// expect: wrong-answer
// why: Two counters in a byte hold 15 each, and a column may have more of one value.

#define SIZE 256

__kernel
__attribute__((reqd_work_group_size(SIZE, 1, 1)))
void most_frequent(__global int *out,
                   __global const int *a, uint n,
                   uint k) {
  __local uchar own[16 * SIZE];
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i >= n) return;

  for (uint value = 0; value < 16; value++) {
    own[value * SIZE + l] = 0;
  }
  for (uint j = 0; j < k; j++) {
    uint value = a[j * n + i];
    own[value / 2 * SIZE + l] += 1 << value % 2 * 4;
  }
  uint best = 0;
  for (uint value = 1; value < 32; value++) {
    if ((own[value / 2 * SIZE + l] >> value % 2 * 4 & 15) >
        (own[best / 2 * SIZE + l] >> best % 2 * 4 & 15)) {
      best = value;
    }
  }
  out[i] = best;
}
