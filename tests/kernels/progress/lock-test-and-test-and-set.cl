// Looking at the lock before taking it.
// options: -cl-std=CL3.0
// launch: global 4 local 4
// arg: lock int[1]=zeros
// arg: count int[1]=zeros
// out: count 4

__kernel void test(__global atomic_int *lock, __global int *count) {
  while (atomic_exchange_explicit(lock, 1, memory_order_acquire, memory_scope_device)) { // may: deadlock array=lock
    while (atomic_load_explicit(lock, memory_order_relaxed, memory_scope_device)); // may: deadlock array=lock
  }
  count[0]++;
  atomic_store_explicit(lock, 0, memory_order_release, memory_scope_device);
}
