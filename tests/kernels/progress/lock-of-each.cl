// Every work-item has a lock of its own.
// launch: global 8 local 4
// arg: lock int[8]=zeros
// arg: count int[8]=zeros
// expect: clean
// out: count 1 1 1 1 1 1 1 1

__kernel void test(__global int *lock, __global int *count) {
  int i = get_global_id(0);
  while (atomic_xchg(&lock[i], 1) != 0)
    ;
  count[i]++;
  atomic_xchg(&lock[i], 0);
}
