// Reads that an optimiser would take out of a branch, a select or a loop that never runs.
// launch: global 2 local 2
// arg: output int out 2
// arg: input int a 4
// arg: scalar int n 0
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
