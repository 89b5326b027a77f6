// Work-items take work from a counter until none is left.
// launch: global 8 local 4
// arg: next int[2]=zeros
// arg: x int[20]=zeros
// expect: clean
// out: x 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1

__kernel void test(__global int *next, __global int *x) {
  int i;
  while ((i = atomic_inc(&next[0])) < 10) x[i] = 1;
  for (;;) {
    int k = atomic_add(&next[1], 2);
    if (k >= 10) break;
    for (int j = k; j < k + 2; j++) x[10 + j] = 1;
  }
}
