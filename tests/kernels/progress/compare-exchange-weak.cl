// A lock by compare-exchange, whose expected value is set anew in each turn.
// options: -cl-std=CL3.0
// launch: global 8 local 4
// arg: out int[2]
// out: out 6 22

__kernel void test(__global int *out) {
  __local atomic_int lock;
  __local int sum;
  if (get_local_id(0) == 0) {
    atomic_init(&lock, 0);
    sum = 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int free = 0;
  while (!atomic_compare_exchange_weak_explicit(&lock, &free, 1, memory_order_acquire, memory_order_relaxed, memory_scope_work_group)) // expect: deadlock array=lock
    free = 0;
  sum += (int)get_global_id(0);
  atomic_store_explicit(&lock, 0, memory_order_release, memory_scope_work_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[get_group_id(0)] = sum;
}
