// The atomic operations of C11 return old values and leave new ones.
// options: -cl-std=CL3.0
// launch: global 1 local 1
// arg: x int[12]=(10,10,10,12,12,12,-5,-5,7,7,3,3)
// arg: old int[14]
// out: x 15 7 14 4 6 12 -5 9 8 7 9 9
// out: old 10 10 10 12 12 12 -5 -5 7 1 7 0 3 9
// expect: clean

__kernel void test(__global atomic_int *x, __global int *old) {
  old[0] = atomic_fetch_add(&x[0], 5);
  old[1] = atomic_fetch_sub(&x[1], 3);
  old[2] = atomic_fetch_xor(&x[2], 4);
  old[3] = atomic_fetch_and(&x[3], 6);
  old[4] = atomic_fetch_xor_explicit(&x[4], 10, memory_order_relaxed);
  old[5] = atomic_fetch_or(&x[5], 4);
  old[6] = atomic_fetch_min(&x[6], 3);
  old[7] = atomic_fetch_max(&x[7], 9);
  int expected = 7;
  old[9] = atomic_compare_exchange_strong(&x[8], &expected, 8);
  old[8] = expected;
  expected = 6;
  old[11] = atomic_compare_exchange_weak_explicit(&x[9], &expected, 8, memory_order_acq_rel,
                                                  memory_order_acquire, memory_scope_device);
  old[10] = expected;
  old[12] = atomic_exchange(&x[10], 9);
  atomic_store(&x[11], 9);
  old[13] = atomic_load(&x[11]);
}
