// The first try stands before the loop, which nobody comes to in turns.
// launch: global 4 local 4
// arg: lock int[2]=zeros
// arg: count int[1]=zeros
// out: count 8

__kernel void test(__global int *lock, __global int *count) {
  int old = atomic_cmpxchg(&lock[0], 0, 1); // expect: deadlock array=lock index=0
  while (old != 0) old = atomic_cmpxchg(&lock[0], 0, 1);
  atomic_inc(count);
  atomic_xchg(&lock[0], 0);
  for (int k = 0; k < 1; k++) {
    if (atomic_xchg(&lock[1], 1) != 0) { // expect: deadlock array=lock index=1
      int tries = 0;
      while (atomic_cmpxchg(&lock[1], 0, 1) != 0) tries += k;
    }
    atomic_inc(count);
    atomic_xchg(&lock[1], 0);
  }
}
