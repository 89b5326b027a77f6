// The same by C11's functions, whose expected value follows what is found.
// options: -cl-std=CL3.0
// launch: global 16 local 8
// arg: out int[2]
// expect: clean
// out: out 28 92

__kernel void test(__global int *out) {
  __local atomic_int sum;
  if (get_local_id(0) == 0) atomic_init(&sum, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  int old = atomic_load_explicit(&sum, memory_order_relaxed, memory_scope_work_group);
  while (!atomic_compare_exchange_weak_explicit(&sum, &old, old + (int)get_global_id(0), memory_order_relaxed, memory_order_relaxed, memory_scope_work_group))
    ;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[get_group_id(0)] = atomic_load_explicit(&sum, memory_order_relaxed, memory_scope_work_group);
}
