// The first value is read before a loop that tries again with what it finds.
// launch: global 8 local 4
// arg: x int[2]=zeros
// expect: clean
// out: x 36 8

__kernel void test(__global int *x) {
  int i = get_global_id(0), old = atomic_or(&x[0], 0), found;
  while ((found = atomic_cmpxchg(&x[0], old, old + i + 1)) != old) old = found;
  if (atomic_inc(&x[1]) < 4) {
    int seen = 0;
    while (atomic_or(&x[1], 0) < i - 20) seen++;
  }
}
