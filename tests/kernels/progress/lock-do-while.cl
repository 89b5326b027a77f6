// The result of taking the lock in a variable, and a loop that ends behind.
// launch: global 4 local 4
// arg: lock int[1]=zeros
// arg: count int[1]=zeros
// out: count 4

__kernel void test(__global int *lock, __global int *count) {
  int old;
  do {
    old = atomic_cmpxchg(lock, 0, 1); // expect: deadlock array=lock
  } while (old);
  atomic_inc(count);
  atomic_xchg(lock, 0);
}
