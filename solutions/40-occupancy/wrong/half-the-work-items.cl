// expect: wrong-answer
// why: Half of the counters are saved by leaving out half of the work-items, and what they would have counted.

__kernel void count_values(
    __global int *out,
    __global const int *a, uint n, uint k) {
  __local uchar own[32 * 128];
  size_t l = get_local_id(0);
  size_t group = get_group_id(0);
  size_t first = group * 256 * k;

  for (uint bin = 0; bin < 32; bin++) {
    if (l < 128) own[bin * 128 + l] = 0;
  }
  for (uint j = 0; j < k; j++) {
    size_t i = first + j * 256 + l;
    if (i < n && l < 128) {
      own[a[i] * 128 + l]++;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (l < 32) {
    int sum = 0;
    for (uint item = 0; item < 128; item++) {
      sum += own[l * 128 + item];
    }
    out[group * 32 + l] = sum;
  }
}
