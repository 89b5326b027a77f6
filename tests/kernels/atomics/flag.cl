// atomic_flag is false, then true until it is cleared.
// options: -cl-std=CL2.0
// launch: global 1 local 1
// arg: out int[3]
// out: out 0 1 0
// emulator-only: PoCL 3.1 takes a flag in private memory alone
// expect: clean

__kernel void test(__global int *out) {
  __local atomic_flag flag;
  atomic_flag_clear(&flag);
  out[0] = atomic_flag_test_and_set(&flag);
  out[1] = atomic_flag_test_and_set_explicit(&flag, memory_order_acquire, memory_scope_work_group);
  atomic_flag_clear_explicit(&flag, memory_order_release, memory_scope_work_group);
  out[2] = atomic_flag_test_and_set(&flag);
}
