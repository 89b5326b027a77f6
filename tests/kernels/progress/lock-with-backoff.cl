// Waiting longer after every failure is waiting.
// launch: global 4 local 4
// arg: lock int[1]=zeros
// arg: count int[1]=zeros
// arg: spun int[4]
// out: count 4

__kernel void test(__global int *lock, __global int *count, __global int *spun) {
  int delay = 1, turns = 0;
  while (atomic_cmpxchg(lock, 0, 1) != 0) { // expect: deadlock array=lock
    for (int k = 0; k < delay; k++) turns++;
    if (delay < 1024) delay *= 2;
  }
  atomic_inc(count);
  spun[get_global_id(0)] = turns;
  atomic_xchg(lock, 0);
}
