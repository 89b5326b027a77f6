// A spin lock orders nothing for plain accesses.
// launch: global 4 local 2
// arg: lock int[1]=zeros
// arg: sum int[1]=zeros
__kernel void test(__global int *lock, __global int *sum) {
  while (atomic_cmpxchg(lock, 0, 1) != 0) {} // expect: deadlock array=lock // may: deadlock warning array=lock
  sum[0] += 1; // expect: data-race cause=update
  atomic_xchg(lock, 0);
}
