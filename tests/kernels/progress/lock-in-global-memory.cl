// A spin lock in global memory that all work-items take.
// launch: global 4 local 2
// arg: lock int[1]=zeros
// arg: count int[1]=zeros
// out: count 4

__kernel void test(__global int *lock, __global int *count) {
  while (atomic_cmpxchg(lock, 0, 1) != 0) // expect: deadlock array=lock
    ;
  atomic_inc(count);
  atomic_xchg(lock, 0);
}
