// expect: wrong-answer
// why: Two counters in a byte hold 15 each, and a work-item may count further.

__kernel void count_values(
    __global int *out,
    __global const int *a, uint n, uint k) {
  __local uchar own[16 * 256];
  size_t l = get_local_id(0);
  size_t group = get_group_id(0);
  size_t first = group * 256 * k;

  for (uint bin = 0; bin < 16; bin++) {
    own[bin * 256 + l] = 0;
  }
  for (uint j = 0; j < k; j++) {
    size_t i = first + j * 256 + l;
    if (i < n) {
      own[a[i] / 2 * 256 + l] += 1 << a[i] % 2 * 4;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (l < 32) {
    int sum = 0;
    for (uint item = 0; item < 256; item++) {
      sum += own[l / 2 * 256 + item] >> l % 2 * 4 & 15;
    }
    out[group * 32 + l] = sum;
  }
}
