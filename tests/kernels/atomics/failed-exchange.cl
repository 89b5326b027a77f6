// A compare-exchange that fails is a load: it races with no plain read.
// options: -cl-std=CL3.0
// launch: global 8 local 4
// arg: x int[2]=(1,1)
// arg: out int[8]
// expect: clean
// out: x 1 1
// out: out 1 1 1 1 1 1 1 1

__kernel void test(__global int *x, __global int *out) {
  int i = get_global_id(0), expected = 5;
  if (i % 2 == 0) {
    out[i] = x[0] * x[1];
  } else {
    atomic_compare_exchange_strong_explicit((volatile __global atomic_int *)&x[0], &expected, 6, memory_order_acq_rel, memory_order_relaxed, memory_scope_device);
    out[i] = expected * atomic_cmpxchg(&x[1], 5, 6);
  }
}
