// Spins that end after some turns, and do without the lock then.
// launch: global 4 local 4
// arg: lock int[1]=zeros
// arg: count int[1]=zeros
// arg: missed int[4]
// expect: clean
// out: count 4

__kernel void test(__global int *lock, __global int *count, __global int *missed) {
  int tries = 0, left = 50;
  while (atomic_cmpxchg(lock, 0, 1) != 0 && ++tries < 100) {
  }
  atomic_inc(count);
  atomic_xchg(lock, 0);
  for (; left > 0; left -= 2)
    if (atomic_or(lock, 0) == 0) break;
  missed[get_global_id(0)] = tries;
}
