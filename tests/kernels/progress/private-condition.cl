// A loop that updates something atomically but ends by private values alone.
// launch: global 8 local 4
// arg: count int[1]=zeros
// expect: clean
// out: count 28

__kernel void test(__global int *count) {
  int left = get_global_id(0);
  while (left != 0) {
    int old = atomic_inc(count);
    left -= old >= 0 ? 1 : 1;
  }
}
