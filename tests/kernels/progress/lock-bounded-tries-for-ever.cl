// A few tries at a time, but again and again.
// launch: global 4 local 4
// arg: lock int[1]=zeros
// arg: count int[1]=zeros
// out: count 4

__kernel void test(__global int *lock, __global int *count) {
  bool mine = false;
  do {
    for (int k = 0; k < 8 && !mine; k++)
      mine = atomic_cmpxchg(lock, 0, 1) == 0; // expect: deadlock array=lock
  } while (!mine);
  atomic_inc(count);
  atomic_xchg(lock, 0);
}
