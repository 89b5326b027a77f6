// Taking and releasing within one turn lets lockstep devices go on; OpenCL still promises nothing.
// launch: global 4 local 4
// arg: lock int[1]=zeros
// arg: a int[4]=zeros
// out: a 0 1 2 3

__kernel void test(__global int *lock, __global int *a) {
  int done = 0, i = get_global_id(0), tries = 0;
  while (!done) {
    if (atomic_cmpxchg(lock, 0, 1) == 0) { // expect: deadlock array=lock
      for (int k = 0; k < i; k++) a[i] += a[i] < 100 ? 1 : 2;
      done = 1;
      atomic_xchg(lock, 0);
    }
    tries++;
  }
}
