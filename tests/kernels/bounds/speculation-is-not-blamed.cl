// Reads that an optimiser would take out of a branch, a select or a loop that never runs.
// launch: global 2 local 2
// arg: out int[2]
// arg: a const int[4]=range
// arg: n int=0
// expect: clean
// out: out 0 0

__kernel void test(__global int *out, __global const int *a, int n) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < n; k++) sum += a[n + 100];
  if (n > 0) sum += a[1000];
  sum += n > 0 ? a[-5] : 0;
  sum += n > 0 && a[77] > 0;
  out[i] = sum;
}
