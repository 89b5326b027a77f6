// One work-item of each group takes a lock: groups that wait for one another are a warning.
// launch: global 8 local 4
// arg: lock int[1]=zeros
// arg: count int[1]=zeros
// out: count 2

__kernel void test(__global int *lock, __global int *count) {
  if (get_local_id(0) == 0) {
    while (atomic_cmpxchg(lock, 0, 1) != 0) // expect: deadlock warning array=lock
      ;
    atomic_inc(count);
    atomic_xchg(lock, 0);
  }
}
