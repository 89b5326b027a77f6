// Taking a lock where it is free, and going on where it is not.
// launch: global 8 local 4
// arg: lock int[1]=zeros
// arg: count int[1]=zeros
// expect: clean

__kernel void test(__global int *lock, __global int *count) {
  for (int k = 0; k < 4; k++) {
    if (atomic_cmpxchg(lock, 0, 1) == 0) {
      atomic_inc(count);
      atomic_xchg(lock, 0);
    }
  }
}
