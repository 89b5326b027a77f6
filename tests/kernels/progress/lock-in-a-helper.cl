// A lock whose loop is in a function; the finding is there.
// launch: global 4 local 4
// arg: lock int[1]=zeros
// arg: count int[1]=zeros
// out: count 4

void acquire(volatile __global int *lock) {
  for (;;) {
    if (atomic_xchg(lock, 1) == 0) break; // expect: deadlock array=lock
  }
}

void release(volatile __global int *lock) { atomic_xchg(lock, 0); }

__kernel void test(__global int *lock, __global int *count) {
  acquire(lock);
  atomic_inc(count);
  release(lock);
}
