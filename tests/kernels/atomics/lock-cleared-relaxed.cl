// A lock that is cleared with a relaxed store guards nothing.
// options: -cl-std=CL3.0
// launch: global 16 local 1
// arg: lock int[1]=zeros
// arg: sum int[1]=zeros
// out: sum 120

__kernel void test(__global atomic_flag *lock, __global int *sum) {
  while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire, memory_scope_device)) // expect: deadlock warning array=lock
    ;
  sum[0] += (int)get_global_id(0); // expect: data-race array=sum // may: data-race array=sum
  atomic_flag_clear_explicit(lock, memory_order_relaxed, memory_scope_device);
}
