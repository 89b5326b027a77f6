// Each work-item swaps a pair of its own.
// launch: global 4 local 2
// arg: x int[8]=range
// expect: clean
// out: x 1 0 3 2 5 4 7 6

__kernel void test(__global int *x) {
  int i = 2 * get_global_id(0);
  int kept = x[i];
  x[i] = x[i + 1];
  x[i + 1] = kept;
}
