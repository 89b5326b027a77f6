// A lock of an atomic_flag orders memory, and waits all the same.
// options: -cl-std=CL3.0
// launch: global 8 local 4
// arg: lock int[1]=zeros
// arg: sum int[1]=zeros
// out: sum 28

__kernel void test(__global atomic_flag *lock, __global int *sum) {
  while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire, memory_scope_device)) // expect: deadlock array=lock
    ;
  sum[0] += (int)get_global_id(0);
  atomic_flag_clear_explicit(lock, memory_order_release, memory_scope_device);
}
