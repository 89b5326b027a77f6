// A lock in local memory does not order global memory.
// options: -cl-std=CL3.0
// launch: global 4 local 4
// arg: sum int[1]=zeros
// out: sum 6

__kernel void test(__global int *sum) {
  __local atomic_int lock;
  if (get_local_id(0) == 0) atomic_init(&lock, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  while (atomic_exchange_explicit(&lock, 1, memory_order_acquire, memory_scope_work_group)) // expect: deadlock array=lock
    ;
  sum[0] += (int)get_global_id(0);  // expect: data-race array=sum // may: data-race array=sum
  atomic_store_explicit(&lock, 0, memory_order_release, memory_scope_work_group);
}
