// C11's atomics on 64-bit numbers, with cmpxchg in a loop.
// options: -cl-std=CL3.0
// launch: global 8 local 4
// arg: x long[2]=zeros
// arg: d double[1]=zeros
// out: x 28 7
// out: d 28
// expect: clean

__kernel void test(__global atomic_long *x, __global atomic_double *d) {
  long i = get_global_id(0);
  atomic_fetch_add_explicit(&x[0], i, memory_order_relaxed);
  atomic_fetch_max_explicit(&x[1], i, memory_order_relaxed);
  double old = atomic_load_explicit(d, memory_order_relaxed, memory_scope_device);
  while (!atomic_compare_exchange_weak_explicit(d, &old, old + i, memory_order_relaxed,
                                                memory_order_relaxed, memory_scope_device))
    ;
}
