// Rows behind a pointer to arrays, all of them.
// launch: global 8 local 8
// arg: out int[8]
// arg: a const int[8]=range
// expect: clean
// out: out 0 1 2 3 4 5 6 7

__kernel void test(__global int *out, __global const int (*a)[4]) {
  size_t i = get_global_id(0);
  __global const int (*second)[4] = a + 1;
  out[i] = i < 4 ? a[0][i] : second[0][i - 4] + 0 * second[-1][i - 4];
}
