// expect: wrong-answer
// why: A `char` has a sign, and holds 127 at most.

__kernel void count_values(
    __global int *out,
    __global const int *a, uint n, uint k) {
  __local char own[32 * 256];
  size_t l = get_local_id(0);
  size_t group = get_group_id(0);
  size_t first = group * 256 * k;

  for (uint bin = 0; bin < 32; bin++) {
    own[bin * 256 + l] = 0;
  }
  for (uint j = 0; j < k; j++) {
    size_t i = first + j * 256 + l;
    if (i < n) {
      own[a[i] * 256 + l]++;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (l < 32) {
    int sum = 0;
    for (uint item = 0; item < 256; item++) {
      sum += own[l * 256 + item];
    }
    out[group * 32 + l] = sum;
  }
}
