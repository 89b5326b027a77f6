// A work-item may read and write its own element as often as it likes.
// launch: global 8 local 4
// arg: x int[8]=range
// expect: clean
// out: x 0 3 6 9 12 15 18 21

__kernel void test(__global int *x) {
  size_t i = get_global_id(0);
  int before = x[i];
  x[i] += before;
  x[i] += before;
}
